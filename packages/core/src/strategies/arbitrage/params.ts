// What an arbitrage bot is told to do, in atoms and integer rates, and the parser that makes it of what was entered. The
// symbol of the bot is the coin that is traded; a triangle goes through `via`: USDT -> via -> coin -> USDT or back.
import { coinName } from '../../market/coin-name.ts';
import { parseScaled } from '../../money/decimal-text.ts';
import { mulDiv } from '../../money/mul-div.ts';
import { MoneyError } from '../../money/safe-integer.ts';
import type { Atoms, Ppm } from '../../money/units.ts';
import type { ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { FieldReader } from '../../strategy/field-reader.ts';
import { bracketIssue } from '../../strategy/ladder-leverage.ts';
import { tooMuch } from '../../strategy/order-largest.ts';
import { arbitrageFields } from './fields.ts';

export interface FundingParams {
  readonly kind: 'funding';
  readonly symbol: string;
  readonly leverage: number;
  /** Per interval, in 1e-8 as venues give rates; may be negative. */
  readonly exitRateE8: number;
  readonly maxBreakevenDays: number;
  /** 0 = off. */
  readonly basisTargetPpm: Ppm;
  readonly marginGuardPpm: Ppm;
}

export interface CrossParams {
  readonly kind: 'cross';
  readonly symbol: string;
  readonly exchangeB: string;
  readonly minProfitPpm: Ppm;
  /** 0 = as much as there is. */
  readonly maxOrderAtoms: Atoms;
  readonly depthSharePpm: Ppm;
  readonly inventoryFloorPpm: Ppm;
}

export interface TriangularParams {
  readonly kind: 'triangular';
  readonly symbol: string;
  readonly via: string;
  readonly minProfitPpm: Ppm;
  readonly maxOrderAtoms: Atoms;
}

export type ArbitrageParams = FundingParams | CrossParams | TriangularParams;

const RATE_DECIMALS = 6; // a percent in 1e-8

/** All issues at once. */
export function parseArbitrageParams(raw: RawParams, context: ParamsContext): ParamsResult<ArbitrageParams> {
  const { instrument } = context;
  const fields = arbitrageFields.filter(({ market }) => market === instrument.market);
  const first = new FieldReader(raw, fields, instrument);
  const kind = first.choice<ArbitrageParams['kind']>('kind');
  // Two kinds may have one field with a default each.
  const own = fields.filter(({ showIf }) => (showIf?.['kind'] ?? kind).split('|').includes(kind));
  const reader = new FieldReader(raw, own, instrument);
  reader.issues.push(...first.issues);
  const params = kind === 'funding' ? readFunding(reader, context) : readRace(reader, raw, context, kind);
  const large = reader.issues.length === 0 ? tooMuchCoin(params, context) : null;
  if (large !== null) reader.issues.push(large);
  return reader.issues.length === 0 ? { ok: true, params } : { ok: false, issues: reader.issues };
}

/** All of the money may become coin. */
function tooMuchCoin(params: ArbitrageParams, { instrument, investmentAtoms, lastTicks }: ParamsContext) {
  if (lastTicks === 0) return null;
  const leverage = params.kind === 'funding' ? params.leverage : 1;
  return tooMuch(instrument, investmentAtoms, leverage, lastTicks, instrument.minNotionalAtoms);
}

function readFunding(reader: FieldReader, context: ParamsContext): FundingParams {
  const { instrument, investmentAtoms, maxLeverage } = context;
  const leverage = reader.int('leverage');
  if (leverage > (maxLeverage ?? leverage)) {
    reader.issues.push({ field: 'leverage', rule: 'range', min: '1', max: String(maxLeverage) });
  }
  // The spot leg takes all its coin in money, the perpetual a share of the same worth.
  const perpAtoms = leverage > 0 ? mulDiv(investmentAtoms, leverage, leverage + 1, 'ceil') : 0;
  const bracket = bracketIssue(instrument, leverage, perpAtoms);
  if (bracket !== null && reader.issues.length === 0) reader.issues.push(bracket);
  return {
    kind: 'funding',
    symbol: instrument.symbol,
    leverage,
    exitRateE8: readRate(reader, 'exit_rate'),
    maxBreakevenDays: reader.int('max_breakeven_days'),
    basisTargetPpm: reader.percent('basis_target'),
    marginGuardPpm: reader.percent('margin_guard', true),
  };
}

/** A signed rate of at most 1 % an interval. */
function readRate(reader: FieldReader, field: string): number {
  const limits = { min: '-1', max: '1' };
  try {
    const rateE8 = parseScaled(reader.text(field) ?? '0', RATE_DECIMALS);
    if (Math.abs(rateE8) <= 10 ** RATE_DECIMALS) return rateE8;
    reader.issues.push({ field, rule: 'range', ...limits });
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    reader.issues.push({ field, rule: error.problem === 'range' ? 'range' : 'format', ...limits });
  }
  return 0;
}

function readRace(reader: FieldReader, raw: RawParams, context: ParamsContext, kind: 'cross' | 'triangular') {
  const { instrument, investmentAtoms } = context;
  const shared = {
    symbol: instrument.symbol,
    minProfitPpm: reader.percent('min_profit', true),
    maxOrderAtoms: reader.amount('max_order'),
  };
  const least = Math.ceil(instrument.minNotionalAtoms * 1.05);
  if (shared.maxOrderAtoms > 0) reader.amountWithin('max_order', shared.maxOrderAtoms, least);
  if (kind === 'triangular') {
    if (investmentAtoms > 0) reader.amountWithin('investment', investmentAtoms, least);
    return { kind, ...shared, via: readVia(reader, raw, instrument.base) } satisfies TriangularParams;
  }
  // Half of it is cash on one exchange and half coin on the other.
  if (investmentAtoms > 0) reader.amountWithin('investment', investmentAtoms, 4 * least);
  const exchangeB = reader.text('exchange_b') ?? '';
  if (exchangeB === '') reader.issues.push({ field: 'exchange_b', rule: 'required' });
  else if (!/^[a-z][a-z0-9_]{1,19}$/.test(exchangeB)) reader.issues.push({ field: 'exchange_b', rule: 'option' });
  return {
    kind,
    ...shared,
    exchangeB,
    depthSharePpm: reader.percent('depth_share', true),
    inventoryFloorPpm: reader.percent('inventory_floor'),
  } satisfies CrossParams;
}

/** One coin other than the traded one; a list of one is what the editor sends. */
function readVia(reader: FieldReader, raw: RawParams, base: string): string {
  const list = Array.isArray(raw['via']) ? raw['via'] : [reader.text('via') ?? 'BTC'];
  const [via] = list;
  const isCoin = typeof via === 'string' && coinName.test(via) && via === via.toUpperCase();
  if (list.length === 1 && isCoin && via !== base) return via;
  reader.issues.push({ field: 'via', rule: 'option', options: ['BTC'] });
  return '';
}
