// The table of settings: defaults inside their ranges, and nothing outside gets in.
import { describe, expect, it } from 'vitest';
import { parseSetting, type SettingKey, settingTable } from './settings.ts';

describe('settings', () => {
  it('have defaults inside their own ranges', () => {
    for (const [key, rule] of Object.entries(settingTable)) {
      expect(parseSetting(key as SettingKey, String(rule.default)), key).toBe(rule.default);
    }
  });

  it.each([
    ['session_days', '0'],
    ['session_days', '91'],
    ['session_days', '1.5'],
    ['session_days', ''],
    ['session_days', 'many'],
    ['fuel_rate', '-1'],
    ['fuel_rate', 'NaN'],
    ['fuel_rate', '50.01'],
    ['withdraw_fee', '1.000000001'],
    ['withdraw_fee', '1e-7'],
    ['withdraw_fee', '0x1'],
    ['withdraw_fee', '0.0000001'],
    ['maintenance', '2'],
  ] as const)('%s = %j is outside', (key, text) => {
    expect(parseSetting(key, text)).toBeNull();
  });

  it('charges a fifth of new profit and asks for one fuel, unless the operator says otherwise', () => {
    expect([settingTable.fuel_rate.default, settingTable.fuel_min_start.default]).toEqual([20, 1]);
  });
});
