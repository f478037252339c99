// Settings in PostgreSQL: rows override the table's defaults, are re-read every second, and a row outside its range is
// reported and ignored rather than obeyed.
import type { Pool } from 'pg';
import {
  parseSetting,
  type SettingKey,
  type Settings,
  type SettingValue,
  settingTable,
} from '../../../ports/settings.ts';

const RELOAD_MS = 1_000;

export interface LoadedSettings extends Settings {
  reload(): Promise<void>;
  stop(): void;
}

export async function loadSettings(pool: Pool, report: (message: string) => void): Promise<LoadedSettings> {
  let values = new Map<string, string | number>();
  const reported = new Set<string>();

  async function reload(): Promise<void> {
    const rows = await pool.query<{ key: string; value: string }>('select key, value from settings');
    const next = new Map<string, string | number>();
    for (const { key, value } of rows.rows) {
      if (!Object.hasOwn(settingTable, key)) continue;
      const parsed = parseSetting(key as SettingKey, value);
      if (parsed !== null) next.set(key, parsed);
      else if (!reported.has(`${key}=${value}`)) {
        reported.add(`${key}=${value}`);
        report(`setting ${key} = ${value} is outside its range and was ignored`);
      }
    }
    values = next;
  }

  await reload();
  const timer = setInterval(() => {
    reload().catch(() => {}); // an unreachable database keeps the last values; /healthz tells
  }, RELOAD_MS);
  timer.unref();
  return {
    get: <K extends SettingKey>(key: K) => (values.get(key) ?? settingTable[key].default) as SettingValue<K>,
    reload,
    stop: () => clearInterval(timer),
  };
}
