// The tables of the exchange. Amounts are integer atoms, prices ticks, quantities lots; ids ascend over the whole venue.

export const SCHEMA = `
CREATE TABLE IF NOT EXISTS fact (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  ref TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE IF NOT EXISTS balance (
  account_id INTEGER NOT NULL REFERENCES account (id),
  asset TEXT NOT NULL,
  free_atoms INTEGER NOT NULL CHECK (free_atoms >= 0),
  locked_atoms INTEGER NOT NULL CHECK (locked_atoms >= 0),
  PRIMARY KEY (account_id, asset)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS venue_order (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  cid TEXT NOT NULL,
  symbol TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  type TEXT NOT NULL CHECK (type IN ('limit', 'market')),
  tif TEXT NOT NULL CHECK (tif IN ('gtc', 'ioc', 'post')),
  price_ticks INTEGER NOT NULL,
  qty_lots INTEGER NOT NULL CHECK (qty_lots > 0),
  filled_lots INTEGER NOT NULL CHECK (filled_lots BETWEEN 0 AND qty_lots),
  status TEXT NOT NULL CHECK (status IN ('open', 'filled', 'cancelled')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS venue_order_cid ON venue_order (account_id, cid);
CREATE UNIQUE INDEX IF NOT EXISTS venue_order_open_cid ON venue_order (account_id, cid) WHERE status = 'open';
CREATE TABLE IF NOT EXISTS fill (
  id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES venue_order (id),
  account_id INTEGER NOT NULL REFERENCES account (id),
  cid TEXT NOT NULL,
  symbol TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
  price_ticks INTEGER NOT NULL,
  qty_lots INTEGER NOT NULL CHECK (qty_lots > 0),
  fee_atoms INTEGER NOT NULL CHECK (fee_atoms >= 0),
  fee_in_base INTEGER NOT NULL CHECK (fee_in_base IN (0, 1)),
  maker INTEGER NOT NULL CHECK (maker IN (0, 1)),
  last_ticks INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS fill_of_account ON fill (account_id, id);
CREATE TABLE IF NOT EXISTS tape (
  symbol TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  last_ticks INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
`;

/** Run once each, in order, on top of SCHEMA; the file's user_version counts how many it has seen. Never edited. */
export const MIGRATIONS: readonly string[] = [
  `
ALTER TABLE venue_order ADD COLUMN position_side TEXT NOT NULL DEFAULT 'net' CHECK (position_side IN ('net', 'long', 'short'));
ALTER TABLE venue_order ADD COLUMN reduce_only INTEGER NOT NULL DEFAULT 0 CHECK (reduce_only IN (0, 1));
ALTER TABLE venue_order ADD COLUMN trigger_kind TEXT CHECK (trigger_kind IN ('stop', 'take_profit'));
ALTER TABLE venue_order ADD COLUMN trigger_by TEXT CHECK (trigger_by IN ('mark', 'last'));
ALTER TABLE venue_order ADD COLUMN trigger_ticks INTEGER;
ALTER TABLE venue_order ADD COLUMN lock_ticks INTEGER;
ALTER TABLE fill ADD COLUMN position_side TEXT NOT NULL DEFAULT 'net' CHECK (position_side IN ('net', 'long', 'short'));
ALTER TABLE fill ADD COLUMN liquidation INTEGER NOT NULL DEFAULT 0 CHECK (liquidation IN (0, 1));
CREATE TABLE margin_account (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  state TEXT NOT NULL
) STRICT;
CREATE TABLE margin_house (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  state TEXT NOT NULL
) STRICT;
CREATE TABLE funding (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  symbol TEXT NOT NULL,
  position_side TEXT NOT NULL CHECK (position_side IN ('net', 'long', 'short')),
  rate_e8 INTEGER NOT NULL,
  mark_ticks INTEGER NOT NULL,
  amount_atoms INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX funding_of_account ON funding (account_id, id);
`,
  `
ALTER TABLE account ADD COLUMN law TEXT NOT NULL DEFAULT 'candle' CHECK (law IN ('candle', 'book'));
ALTER TABLE account ADD COLUMN made_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE venue_order ADD COLUMN form TEXT;
ALTER TABLE venue_order ADD COLUMN spent_tick_lots INTEGER NOT NULL DEFAULT 0;
ALTER TABLE venue_order ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fill ADD COLUMN trade_id INTEGER;
CREATE INDEX venue_order_of_symbol ON venue_order (account_id, symbol, id);
CREATE INDEX fill_of_symbol ON fill (account_id, symbol, trade_id) WHERE trade_id IS NOT NULL;
CREATE INDEX fill_of_trade ON fill (symbol, trade_id) WHERE trade_id IS NOT NULL;
CREATE TABLE api_key (
  key TEXT PRIMARY KEY,
  secret TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES account (id),
  label TEXT NOT NULL,
  permissions TEXT NOT NULL,
  ips TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;
`,
  `
ALTER TABLE fill ADD COLUMN realised_atoms INTEGER NOT NULL DEFAULT 0;
CREATE INDEX fill_by_time ON fill (account_id, at);
CREATE INDEX funding_by_time ON funding (account_id, at);
`,
  `
ALTER TABLE api_key ADD COLUMN passphrase TEXT NOT NULL DEFAULT '';
CREATE INDEX fill_of_order ON fill (order_id);
`,
  `
ALTER TABLE venue_order ADD COLUMN prevented_by INTEGER;
`,
  `
ALTER TABLE venue_order ADD COLUMN working_at INTEGER;
ALTER TABLE venue_order ADD COLUMN list_id INTEGER;
CREATE INDEX venue_order_of_list ON venue_order (account_id, list_id) WHERE list_id IS NOT NULL;
UPDATE venue_order SET working_at = created_at WHERE trigger_kind IS NULL OR filled_lots > 0;
ALTER TABLE api_key ADD COLUMN public_key TEXT NOT NULL DEFAULT '';
`,
];
