// The operator's settings (product.md 10): one table of names, kinds, defaults and ranges. Reads are immediate from the
// last loaded values; a value outside its range never gets in.
export const settingTable = {
  session_days: { kind: 'integer', default: 30, min: 1, max: 90 },
  security_hold_hours: { kind: 'integer', default: 24, min: 0, max: 168 },
  login_detail: { kind: 'integer', default: 0, min: 0, max: 1 },
  register_open: { kind: 'integer', default: 1, min: 0, max: 1 },
  /** Whether a wallet that is a contract may open an account, not only sign in to one. */
  contract_signup: { kind: 'integer', default: 0, min: 0, max: 1 },
  /** Percent of new profit; of a bot, what it was at its last start. */
  fuel_rate: { kind: 'decimal', default: 20, min: 0, max: 50 },
  /** A higher rate that was announced, and when it counts; 0 = none. */
  fuel_rate_next: { kind: 'decimal', default: 0, min: 0, max: 50 },
  fuel_rate_at: { kind: 'integer', default: 0, min: 0, max: Number.MAX_SAFE_INTEGER },
  fuel_min_start: { kind: 'decimal', default: 1, min: 0, max: 100 },
  /** Above it charges are waived. */
  owed_max: { kind: 'decimal', default: 500, min: 0, max: 1_000_000 },
  points_per_fuel: { kind: 'integer', default: 1, min: 0, max: 100 },
  /** Percent of a charge that all shares of it come to at most. */
  rate_cap: { kind: 'decimal', default: 60, min: 0, max: 80 },
  /** How many users above a payer are paid. */
  share_levels: { kind: 'integer', default: 3, min: 0, max: 64 },
  deposit_open: { kind: 'integer', default: 1, min: 0, max: 1 },
  withdraw_open: { kind: 'integer', default: 1, min: 0, max: 1 },
  deposit_min: { kind: 'decimal', default: 1, min: 0.01, max: 1_000_000 },
  deposit_conf: { kind: 'integer', default: 15, min: 1, max: 1_000 },
  withdraw_fee: { kind: 'decimal', default: 1, min: 0, max: 1_000 },
  withdraw_min: { kind: 'decimal', default: 10, min: 0.01, max: 1_000_000 },
  withdraw_max: { kind: 'decimal', default: 10_000, min: 0.01, max: 1_000_000_000 },
  withdraw_daily: { kind: 'decimal', default: 20_000, min: 0.01, max: 1_000_000_000 },
  /** Withdrawals up to this go without a person when nothing speaks against them; 0 = none. */
  auto_withdraw_max: { kind: 'decimal', default: 0, min: 0, max: 1_000_000 },
  /** Withdrawals above this need two operators. */
  two_person: { kind: 'decimal', default: 1_000, min: 0, max: 1_000_000_000 },
  /** What a deposit address holds at least before it is swept. */
  sweep_min: { kind: 'decimal', default: 10, min: 0.01, max: 1_000_000 },
  /** USDT that withdrawals leave in the hot wallet. */
  hot_min: { kind: 'decimal', default: 0, min: 0, max: 1_000_000_000 },
  /** Above it operators are told to move coin to cold storage. */
  hot_max: { kind: 'decimal', default: 50_000, min: 0, max: 1_000_000_000 },
  transfer_open: { kind: 'integer', default: 1, min: 0, max: 1 },
  /** USDT of balance that become fuel without the payment password. */
  change_free: { kind: 'decimal', default: 50, min: 0, max: 1_000_000 },
  transfer_min: { kind: 'decimal', default: 1, min: 0, max: 1_000_000 },
  transfer_daily: { kind: 'decimal', default: 5_000, min: 0, max: 1_000_000_000 },
  max_bots: { kind: 'integer', default: 50, min: 0, max: 1000 },
  max_sim_bots: { kind: 'integer', default: 20, min: 0, max: 1000 },
  max_leverage: { kind: 'integer', default: 10, min: 1, max: 20 },
  enforce_terms: { kind: 'integer', default: 0, min: 0, max: 1 },
  maintenance: { kind: 'integer', default: 0, min: 0, max: 1 },
  maintenance_message_zh: { kind: 'text', default: '' },
  maintenance_message_en: { kind: 'text', default: '' },
  /** Shown on the contact page; empty = none is published. */
  contact_email: { kind: 'text', default: '' },
  /** Our addresses on the way out, for the lists of exchanges; commas between them, empty = they are not fixed. */
  server_ips: { kind: 'text', default: '' },
  maintenance_until: { kind: 'integer', default: 0, min: 0, max: Number.MAX_SAFE_INTEGER },
} as const;

export type SettingKey = keyof typeof settingTable;
/** What these say decides over money: it takes two persons to change them, but one to close what is open. */
export const moneySettings: ReadonlySet<SettingKey> = new Set([
  ...(['fuel_rate', 'fuel_min_start', 'owed_max', 'points_per_fuel', 'rate_cap', 'share_levels'] as const),
  ...(['deposit_open', 'deposit_min', 'deposit_conf', 'sweep_min', 'security_hold_hours'] as const),
  ...(['withdraw_open', 'withdraw_fee', 'withdraw_min', 'withdraw_max', 'withdraw_daily'] as const),
  ...(['auto_withdraw_max', 'two_person', 'hot_min', 'hot_max'] as const),
  ...(['transfer_open', 'transfer_min', 'transfer_daily', 'change_free'] as const),
]);
/** Written by what they belong to, never by hand. */
export const ownSettings: ReadonlySet<SettingKey> = new Set(['fuel_rate_next', 'fuel_rate_at']);

export type SettingValue<K extends SettingKey> = (typeof settingTable)[K]['kind'] extends 'text' ? string : number;

/** No finer than money is kept, and read back the same as it was written. */
const DECIMAL = /^-?\d+(\.\d{1,8})?$/;

/** The value as the table's kind, or null when it breaks its kind or range. */
export function parseSetting<K extends SettingKey>(key: K, text: string): SettingValue<K> | null {
  const rule = settingTable[key];
  if (rule.kind === 'text') return text as SettingValue<K>;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const exact =
    rule.kind === 'integer' ? Number.isSafeInteger(value) : DECIMAL.test(text.trim()) && DECIMAL.test(String(value));
  return exact && value >= rule.min && value <= rule.max ? (value as SettingValue<K>) : null;
}

export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>;
}
