// How a row of `bots` is read and which of its columns running changes; shared by the runner's store and the readers'.
/** Reads a BotRecord; amounts lose the zeros of the column's scale. */
export const botColumns = `b.id, b.user_id as "userId", b.request_id as "requestId", b.account_id as "accountId", b.books,
  b.exchange, b.market, b.symbol, b.type_id as "typeId", b.kind, b.direction, b.simulate, b.source_id as "sourceId",
  b.created_market_ms as "createdMarketMs", b.parent_id as "parentId", b.leg, b.legs, b.name, b.params, trim_scale(b.investment) as investment,
  b.is_public as "isPublic", b.version, b.symbol_rules as "symbolRules", b.status, b.phase,
  b.pause_reason as "pauseReason", b.stop_reason as "stopReason", b.kept, b.start_seq as "startSeq",
  trim_scale(b.quote) as quote, trim_scale(b.base) as base, trim_scale(b.realized) as realized,
  trim_scale(b.fees) as fees, b.adds_used as "addsUsed", b.rounds, b.win_rounds as "winRounds",
  trim_scale(b.peak_equity) as "peakEquity", trim_scale(b.max_drawdown) as "maxDrawdown",
  trim_scale(b.funding) as funding, trim_scale(b.pending_funding) as "pendingFunding",
  b.position_side as "positionSide", trim_scale(b.reserve_added) as "reserveAdded",
  b.last_error as "lastError", b.agreed, b.drift, b.halted, b.halt_asked as "haltAsked", b.started_market_ms as "startedMarketMs", b.stopped_market_ms as "stoppedMarketMs",
  b.created_at as "createdAtMs", b.updated_at as "updatedAtMs"`;

/** What a trade of bot_fills f cost: in coin, in quote, or (feeAsset '') in quote what was paid in a coin of neither. */
export const feeColumns = `trim_scale(coalesce(f.fee_worth, f.fee)) as fee,
  case when f.fee_worth is null then f.fee_asset else '' end as "feeAsset"`;

/** Reads a PositionWrite. */
export const positionColumns = `id, bot_id as "botId", round, side, status, trim_scale(qty) as qty, trim_scale(avg_price) as "avgPrice",
  trim_scale(cost) as cost, trim_scale(realized) as realized, trim_scale(fee) as fee,
  trim_scale(funding) as funding, leverage, trim_scale(margin) as margin, trim_scale(liq_price) as "liqPrice", adds,
  max_adds as "maxAdds", trim_scale(next_add_price) as "nextAddPrice", trim_scale(tp_price) as "tpPrice",
  trim_scale(sl_price) as "slPrice",
  opened_market_ms as "openedMarketMs", closed_market_ms as "closedMarketMs", close_reason as "closeReason",
  trim_scale(close_price) as "closePrice"`;

/** The columns of `bots` that a running bot or an edit changes, with their types inside a JSON batch. */
export const botChangeColumns: readonly (readonly [column: string, field: string, type: string])[] = [
  ['name', 'name', 'text'],
  ['direction', 'direction', 'text'],
  ['params', 'params', 'jsonb'],
  ['investment', 'investment', 'numeric'],
  ['is_public', 'isPublic', 'boolean'],
  ['version', 'version', 'integer'],
  ['symbol_rules', 'symbolRules', 'jsonb'],
  ['status', 'status', 'text'],
  ['phase', 'phase', 'text'],
  ['pause_reason', 'pauseReason', 'text'],
  ['stop_reason', 'stopReason', 'text'],
  ['kept', 'kept', 'boolean'],
  ['engine', 'engine', 'jsonb'],
  ['start_seq', 'startSeq', 'bigint'],
  ['quote', 'quote', 'numeric'],
  ['base', 'base', 'numeric'],
  ['realized', 'realized', 'numeric'],
  ['fees', 'fees', 'numeric'],
  ['adds_used', 'addsUsed', 'integer'],
  ['rounds', 'rounds', 'integer'],
  ['win_rounds', 'winRounds', 'integer'],
  ['peak_equity', 'peakEquity', 'numeric'],
  ['max_drawdown', 'maxDrawdown', 'numeric'],
  ['funding', 'funding', 'numeric'],
  ['pending_funding', 'pendingFunding', 'numeric'],
  ['position_side', 'positionSide', 'text'],
  ['reserve_added', 'reserveAdded', 'numeric'],
  ['last_error', 'lastError', 'jsonb'],
  ['agreed', 'agreed', 'jsonb'],
  ['drift', 'drift', 'jsonb'],
  ['halted', 'halted', 'text'],
  ['halt_asked', 'haltAsked', 'boolean'],
  ['started_market_ms', 'startedMarketMs', 'bigint'],
  ['stopped_market_ms', 'stoppedMarketMs', 'bigint'],
];
