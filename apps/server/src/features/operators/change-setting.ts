// A setting is changed by an operator. Invariant: what decides over money takes two persons; what closes a way for money takes one,
// who may be in a hurry.
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';
import { moneySettings, ownSettings, parseSetting, type SettingKey, settingTable } from '../../ports/settings.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { type AskedFor, addRequest, type RequestWork } from './ask-request.ts';

/** Null when a hand writes none of that name. */
export function settingKeyOf(name: string): SettingKey | null {
  return Object.hasOwn(settingTable, name) && !ownSettings.has(name as SettingKey) ? (name as SettingKey) : null;
}

function needsTwoPersons(key: SettingKey, value: string): boolean {
  return moneySettings.has(key) && !(key.endsWith('_open') && value === '0');
}

export type SettingChange = AskedFor | { readonly state: 'done' | 'no_setting' | 'out_of_range' };

export function changeSetting(store: Transactions<RequestWork & Pick<OperatorWork, 'settings'>>) {
  return async (name: string, value: string, doing: Doing): Promise<SettingChange> => {
    const key = settingKeyOf(name);
    if (key === null) return { state: 'no_setting' };
    if (parseSetting(key, value) === null) return { state: 'out_of_range' };
    return store.transaction(async (work): Promise<SettingChange> => {
      if (needsTwoPersons(key, value))
        return { state: 'asked', id: await addRequest(work, { kind: 'setting', subject: key, value }, doing) };
      await work.settings.write(key, value, doing);
      return { state: 'done' };
    });
  };
}

/** The message is shown in both languages, and is there before the maintenance begins. */
export function switchMaintenance(store: Transactions<Pick<OperatorWork, 'settings'>>) {
  const write = (key: SettingKey, value: string, doing: Doing) =>
    store.transaction(({ settings }) => settings.write(key, value, doing));
  return async (on: boolean, message: string | null, doing: Doing): Promise<void> => {
    if (on && message !== null)
      for (const lang of ['zh', 'en'] as const) await write(`maintenance_message_${lang}`, message, doing);
    await write('maintenance', on ? '1' : '0', doing);
  };
}
