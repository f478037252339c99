// What a market has done at worst within 1, 7 and 30 days of the last year, from its hourly candles, and what funding
// came to over the last three days: the figures of the editor's worst-case card. Asked rarely, kept for an hour.
import type { FundingDays, WorstMoves } from '@cormorant/contract/entities/market.ts';
import { columnsOfRows } from '@cormorant/core/market/candle-rows.ts';
import { TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { type WorstMove, worstMove } from '@cormorant/core/market/worst-moves.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MarketData, VenueCandle, VenueSymbol } from '../../ports/venue.ts';
import { instrumentOf } from './venue-instrument.ts';

const DAY_MS = TIMEFRAME_MS['1d'];
const DAYS = [1, 7, 30] as const;
const YEAR_HOURS = 365 * 24;
const PAGE = 1_000;
const KEEP_MS = 3_600_000;
/** Millionths as percent, 1e-8 as percent. */
const PPM_PERCENT_DECIMALS = 4;
const E8_DECIMALS = 8;
const E8_PERCENT_DECIMALS = 6;
const FUNDING_HOURS = 72;

export interface WorstOfYear {
  readonly worst_moves: WorstMoves;
  readonly funding_3d?: FundingDays;
}
export type ReadWorst = (rules: VenueSymbol) => Promise<WorstOfYear>;

export function worstOfYear(market: Pick<MarketData, 'candles' | 'fundingRates'>, clock: Clock): ReadWorst {
  const kept = new Map<string, { atMs: number; answer: Promise<WorstOfYear> }>();

  /** Oldest first; pages are asked backwards from the newest. */
  async function hourly(symbol: string): Promise<VenueCandle[]> {
    let rows: VenueCandle[] = [];
    while (rows.length < YEAR_HOURS) {
      const beforeMs = rows[0]?.[0];
      const limit = Math.min(PAGE, YEAR_HOURS - rows.length);
      const page = await market.candles(symbol, '1h', limit, beforeMs === undefined ? undefined : beforeMs - 1);
      const older = beforeMs === undefined ? page : page.filter(([openMs]) => openMs < beforeMs);
      rows = [...older, ...rows];
      if (older.length < limit) break;
    }
    return rows;
  }

  async function ask(rules: VenueSymbol): Promise<WorstOfYear> {
    const candles = columnsOfRows(instrumentOf(rules), await hourly(rules.symbol), TIMEFRAME_MS['1h']);
    const moves = DAYS.map((days) => worstMove(candles, days * DAY_MS));
    const percents = (key: keyof WorstMove) =>
      moves.map((move) => (move === null ? null : formatScaled(move[key], PPM_PERCENT_DECIMALS, true)));
    const worst_moves = { fall: percents('fallPpm'), rise: percents('risePpm') };
    return rules.contract === undefined ? { worst_moves } : { worst_moves, funding_3d: await fundingOf(rules) };
  }

  async function fundingOf({ symbol, contract }: VenueSymbol): Promise<FundingDays> {
    const count = Math.ceil(FUNDING_HOURS / (contract?.fundingHours ?? FUNDING_HOURS));
    const rates = await market.fundingRates(symbol, count);
    const sumE8 = rates.reduce((sum, { rate }) => sum + parseScaled(rate, E8_DECIMALS, 'floor'), 0);
    return { rate: formatScaled(sumE8, E8_PERCENT_DECIMALS, true), settlements: rates.length };
  }

  return (rules) => {
    const key = `${rules.symbol} ${rules.tick}`;
    const known = kept.get(key);
    if (known !== undefined && clock.nowMs() - known.atMs < KEEP_MS) return known.answer;
    const answer = ask(rules);
    kept.set(key, { atMs: clock.nowMs(), answer });
    answer.catch(() => {
      if (kept.get(key)?.answer === answer) kept.delete(key);
    });
    return answer;
  };
}
