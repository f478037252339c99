// The indicators of a symbol that its screens show, computed by the same hub as the bots' and on closed candles only. A
// hub is kept for each symbol, so that a second question costs the candles that have closed since the first.
import type { SymbolIndicator } from '@cormorant/contract/entities/market.ts';
import { specOf } from '@cormorant/core/indicators/catalogue.ts';
import { IndicatorHub } from '@cormorant/core/indicators/hub.ts';
import type { IndicatorRead } from '@cormorant/core/indicators/read.ts';
import { columnsOfRows } from '@cormorant/core/market/candle-rows.ts';
import { candleAt, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Timeframe, VenueCandle, VenueSymbol } from '../../ports/venue.ts';
import type { ReadCandles } from './candle-cache.ts';
import { instrumentOf } from './venue-instrument.ts';

/** After so many the beginning of the slowest of these means weighs less than a double's last digit. */
const WARM_UP_CANDLES = 500;
/** The forming candle, and what closes while the answer is on its way. */
const SPARE_CANDLES = 4;
const KEEP_MS = 2_000;
/** Digits beyond the tick's: a mean of prices lies between them. */
const FINER_THAN_TICK = 2;
const PERCENT_DECIMALS = 2;

type Shown = Exclude<keyof SymbolIndicator, 'tf' | 'macd' | 'boll'>;
const LINES: Readonly<Record<Shown, Omit<IndicatorRead, 'tf'>>> = {
  rsi14: { ind: 'rsi', args: [14], out: '' },
  ma7: { ind: 'ma', args: [7], out: '' },
  ma25: { ind: 'ma', args: [25], out: '' },
  ema12: { ind: 'ema', args: [12], out: '' },
  ema26: { ind: 'ema', args: [26], out: '' },
  atr14: { ind: 'atr', args: [14], out: '' },
  adx14: { ind: 'adx', args: [14], out: 'adx' },
};
const MACD = { ind: 'macd', args: [12, 26, 9] } as const;
const BOLL = { ind: 'boll', args: [20, 2] } as const;

function readsOf(tf: Timeframe): IndicatorRead[] {
  return [
    ...Object.values(LINES).map((line) => ({ ...line, tf })),
    ...['dif', 'dea', 'hist'].map((out) => ({ ...MACD, out, tf })),
    ...['up', 'mid', 'low'].map((out) => ({ ...BOLL, out, tf })),
  ];
}

interface Kept {
  readonly rules: VenueSymbol;
  hub: IndicatorHub;
  readonly atMs: number;
  readonly answer: Promise<SymbolIndicator>;
}

export type ReadIndicators = (rules: VenueSymbol, tf: Timeframe, marketNowMs: number) => Promise<SymbolIndicator>;

/** Each question is worked out at most once in two seconds. A failed answer is not kept. */
export function symbolIndicators(candles: ReadCandles, clock: Clock): ReadIndicators {
  const kept = new Map<string, Kept>();

  return (rules, tf, marketNowMs) => {
    const key = `${rules.symbol} ${tf}`;
    const known = kept.get(key);
    if (known !== undefined && clock.nowMs() - known.atMs < KEEP_MS) return known.answer;
    // Other steps count other ticks: nothing of before can be used.
    const same = known?.rules.tick === rules.tick && known.rules.step === rules.step;
    const hub = known !== undefined && same ? known.hub : freshHub(rules, tf);
    // One after the other: two answers must not feed one hub at a time.
    const before: Promise<unknown> = known?.answer.catch(() => undefined) ?? Promise.resolve();
    const answer = before.then(() => askOf(hub, rules, tf, marketNowMs));
    kept.set(key, { rules, hub, atMs: clock.nowMs(), answer });
    answer.catch(() => {
      if (kept.get(key)?.answer === answer) kept.delete(key);
    });
    return answer;
  };

  async function askOf(hub: IndicatorHub, rules: VenueSymbol, tf: Timeframe, nowMs: number): Promise<SymbolIndicator> {
    const intervalMs = TIMEFRAME_MS[tf];
    const newestMs = hub.newestCloseMs(tf);
    const missing = newestMs === 0 ? WARM_UP_CANDLES : Math.max(0, Math.ceil((nowMs - newestMs) / intervalMs));
    const limit = Math.min(missing, WARM_UP_CANDLES) + SPARE_CANDLES;
    const rows = await candles(rules.symbol, tf, limit);
    const newestOpenMs = rows.at(-1)?.[0] ?? 0;
    // A tape that ran ahead of its clock left more out than was asked for; one that began anew lies in the past.
    const ranAhead = newestMs !== 0 && rows.length === limit && (rows[0]?.[0] ?? 0) > newestMs;
    if (ranAhead || newestOpenMs + intervalMs < newestMs) return askOf(renewed(rules, tf), rules, tf, nowMs);
    const closedMs = Math.max(newestOpenMs, nowMs);
    feed(
      hub,
      rules,
      tf,
      rows.filter(([openMs]) => openMs + intervalMs <= closedMs),
    );
    return figuresOf(hub, rules, tf);
  }

  function renewed(rules: VenueSymbol, tf: Timeframe): IndicatorHub {
    const hub = freshHub(rules, tf);
    const known = kept.get(`${rules.symbol} ${tf}`);
    if (known !== undefined) known.hub = hub;
    return hub;
  }
}

/** Candles that are known are passed over. */
function feed(hub: IndicatorHub, rules: VenueSymbol, tf: Timeframe, rows: readonly VenueCandle[]): void {
  const columns = columnsOfRows(instrumentOf(rules), rows, TIMEFRAME_MS[tf]);
  if (hub.newestCloseMs(tf) === 0) hub.load(tf, columns);
  for (let row = 0; row < columns.length; row++) {
    const { openTimeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots } = candleAt(columns, row);
    hub.closed(tf, openTimeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots);
  }
}

function freshHub(rules: VenueSymbol, tf: Timeframe): IndicatorHub {
  const hub = new IndicatorHub(instrumentOf(rules));
  hub.watch(readsOf(tf));
  return hub;
}

function figuresOf(hub: IndicatorHub, rules: VenueSymbol, tf: Timeframe): SymbolIndicator {
  const { priceDecimals } = instrumentOf(rules);
  const text = (line: Omit<IndicatorRead, 'tf'>): string | null => {
    const unit = specOf(line.ind).outputs.find(({ out }) => out === line.out)?.unit;
    return decimalOf(
      hub.value({ ...line, tf }, 0),
      unit === 'price' ? priceDecimals + FINER_THAN_TICK : PERCENT_DECIMALS,
    );
  };
  const lines = Object.entries(LINES).map(([key, line]) => [key, text(line)]);
  return {
    ...(Object.fromEntries(lines) as Record<Shown, string | null>),
    macd: {
      dif: text({ ...MACD, out: 'dif' }),
      dea: text({ ...MACD, out: 'dea' }),
      hist: text({ ...MACD, out: 'hist' }),
    },
    boll: { up: text({ ...BOLL, out: 'up' }), mid: text({ ...BOLL, out: 'mid' }), low: text({ ...BOLL, out: 'low' }) },
    tf,
  };
}

/** Null where nothing is known; never '-0.00', never an exponent. */
export function decimalOf(figure: number, decimals: number): string | null {
  if (!Number.isFinite(figure) || Math.abs(figure) >= 1e21) return null;
  const text = figure.toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}
