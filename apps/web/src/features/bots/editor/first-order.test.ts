// What the last look says of a grid's first trade: its side, and what the coin is worth.
import { beforeAll, expect, test } from 'vitest';
import type { Assistant } from './assistant.ts';
import { defaultsOf } from './field-rules.ts';
import { firstOrderLabels, firstOrderText } from './first-order.ts';
import { gridAssistant } from './grid-assistant.ts';
import { loadGridCore } from './grid-core.ts';
import { gridType, symbol, view } from './sample-form.ts';

let assistant: Assistant;
beforeAll(async () => {
  assistant = gridAssistant(await loadGridCore());
});

function textOf(direction: string): string | null {
  const { fields } = gridType('en', 'grid-futures');
  const typed = { lower: '50000', upper: '70000', investment: '1000', leverage: '5', direction };
  const at = view({ symbol: { ...symbol, market: 'futures', max_leverage: 10 } });
  const { issues, plan } = assistant.judge(fields, { ...defaultsOf(fields), ...typed }, at);
  expect(issues).toEqual([]);
  return firstOrderText(plan!.money!, 'BTC');
}

test('on a contract it is worth its quantity at the price, with any leverage behind it', () => {
  for (const direction of ['long', 'short']) {
    const [, qty, worth] = /^([\d.]+) BTC ≈ ([\d,.]+)$/.exec(textOf(direction) ?? '') ?? [];
    expect(Number(qty)).toBeGreaterThan(0);
    expect(Number(worth?.replaceAll(',', ''))).toBeCloseTo(Number(qty) * 60_000, 1);
  }
  expect(textOf('neutral')).toBeNull();
});

test('a short sells, at once or at its trigger; everything else buys', () => {
  expect(firstOrderLabels({ direction: 'short' })).toEqual({ line: 'editor.marketSell', short: 'editor.firstSell' });
  expect(firstOrderLabels({ direction: 'short', trigger_price: '1' }).line).toBe('editor.sellAtTrigger');
  expect(firstOrderLabels({ direction: 'long', trigger_price: '1' }).line).toBe('editor.buyAtTrigger');
  expect(firstOrderLabels({})).toEqual({ line: 'editor.marketBuy', short: 'editor.firstBuy' });
});
