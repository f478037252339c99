// A market's candles with volume, live last price, the bot's prices and fills. Its height never changes: loading, empty
// and failed stand in the same box.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { socket, useTicker } from '../../../lib/socket/live.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Segment } from '../../../ui/choice.tsx';
import { Figure, ProfitRate } from '../../../ui/figure.tsx';
import { decimalsOf, formatPrice, formatTrimmed } from '../../../ui/figures.ts';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { type ChartMarket, candlesQuery, type Timeframe } from './api/candles.ts';
import type { CandleDrawing, PriceFormat } from './candle-drawing.ts';
import { barsShown, type CandleRow, candleAfter, candleRows } from './candle-rows.ts';
import { readChartColours } from './chart-colours.ts';
import { ChartLegend } from './chart-legend.tsx';
import { type Fill, fillMarks } from './fill-marks.ts';
import { linesOutside, type PriceLine } from './price-lines.ts';

const timeframes: readonly Timeframe[] = ['1m', '5m', '15m', '1h', '4h', '1d'];
/** At most one question for the candles that closed since the last, however fast the market runs. */
const askAgainMs = 5_000;
const none: readonly never[] = [];

export interface CandleChartProps extends ChartMarket {
  /** Smallest price step, for the decimals. */
  readonly tick?: string;
  /** What stands in the head before the first push. */
  readonly last?: string | null;
  readonly change?: string | null;
  readonly lines?: readonly PriceLine[];
  readonly fills?: readonly Fill[];
  readonly initialTimeframe?: Timeframe;
}

export function CandleChart(props: CandleChartProps) {
  const { exchange, market, symbol, tick, last, change, initialTimeframe = '1h' } = props;
  const { t } = useTranslation();
  const [timeframe, setTimeframe] = useState<Timeframe>(initialTimeframe);
  const quote = useTicker(exchange, market, symbol);
  const { data, error, isFetching, refetch } = useQuery(candlesQuery({ exchange, market, symbol }, timeframe));
  const rows = useMemo(() => (data ? candleRows(data.list) : null), [data]);
  const lines = props.lines ?? none;
  const outside = useMemo(() => linesOutside(lines, rows?.slice(-barsShown) ?? none), [lines, rows]);
  const drawn = useMemo(
    () => lines.filter((line) => !outside.above.includes(line) && !outside.below.includes(line)),
    [lines, outside],
  );
  const price = quote?.last ?? last ?? rows?.at(-1)?.close ?? null;
  const box = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(box, tick);
  return (
    <div className="chart">
      <div className="chart__head">
        <div className="chart__price">
          <b>
            <Figure text={formatPrice(price, tick)} value={price} />
          </b>
          <ProfitRate value={quote?.change_24h ?? change ?? null} />
        </div>
        <Segment
          small
          label={t('bots.chart.timeframe')}
          options={timeframes.map((value) => ({ value, label: value }))}
          value={timeframe}
          onChange={setTimeframe}
        />
      </div>
      <div className="chart__box">
        <a
          className="chart__credit"
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          title={t('bots.chart.credit')}
        >
          TradingView
        </a>
        <Canvas {...props} box={box} drawing={drawing} lines={drawn} rows={rows} timeframe={timeframe} />
        {rows?.length === 0 ? (
          <p className="chart__over c3">{t('bots.chart.empty')}</p>
        ) : rows && drawing ? null : error ? (
          <div className="chart__over">
            <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
          </div>
        ) : (
          <div className="chart__over" role="status" aria-label={t('ui.loading')}>
            <Skeleton height={220} />
          </div>
        )}
      </div>
      <ChartLegend lines={lines} outside={outside} fills={(props.fills ?? none).length > 0} tick={tick} />
    </div>
  );
}

interface CanvasProps extends CandleChartProps {
  readonly box: React.RefObject<HTMLDivElement | null>;
  /** null until its code is here. */
  readonly drawing: CandleDrawing | null;
  readonly lines: readonly PriceLine[];
  readonly rows: readonly CandleRow[] | null;
  readonly timeframe: Timeframe;
}

function Canvas({ box, drawing, exchange, market, symbol, lines, fills = none, rows, timeframe }: CanvasProps) {
  const { t } = useTranslation();
  useEffect(() => drawing?.setLines(lines), [drawing, lines]);
  useEffect(() => drawing?.setMarks(fillMarks(fills, timeframe)), [drawing, fills, timeframe]);
  const fitted = useRef<{ drawing: CandleDrawing; shown: string } | null>(null);
  useEffect(() => {
    if (drawing === null || rows === null) return;
    const shown = `${symbol} ${timeframe}`;
    const isNew = fitted.current?.drawing !== drawing || fitted.current.shown !== shown;
    drawing.setCandles(rows, isNew && rows.length > 0);
    if (rows.length > 0) fitted.current = { drawing, shown };
  }, [drawing, rows, symbol, timeframe]);
  useLiveCandle({ exchange, market, symbol }, timeframe, rows, drawing);
  const style = rows === null ? { opacity: 0 } : undefined;
  return (
    <div
      ref={box}
      className="chart__canvas"
      style={style}
      role="img"
      aria-label={t('bots.chart.label', { symbol, timeframe })}
    />
  );
}

function priceFormat(tick: string | undefined): PriceFormat {
  return {
    formatPrice: (price) => formatPrice(price, tick),
    formatScale: (price) => formatTrimmed(price, decimalsOf(tick ?? '0.01')),
    tick: Number(tick ?? '0.01'),
  };
}

/** The drawing of this box once its code is here, in the colours of the moment. */
function useDrawing(box: React.RefObject<HTMLDivElement | null>, tick: string | undefined): CandleDrawing | null {
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);
  const { theme, updown } = useTheme();
  useEffect(() => {
    let made: CandleDrawing | null = null;
    let gone = false;
    void import('./candle-drawing.ts').then(({ CandleDrawing: Drawing }) => {
      if (gone || box.current === null) return;
      made = new Drawing(box.current, readChartColours(), priceFormat(undefined));
      setDrawing(made);
    });
    return () => {
      gone = true;
      made?.remove();
      setDrawing(null);
    };
  }, [box]);
  useEffect(() => drawing?.setFormat(priceFormat(tick)), [drawing, tick]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens on <html> follow these two
  useEffect(() => drawing?.setColours(readChartColours()), [drawing, theme, updown]);
  return drawing;
}

/** Each pushed price moves the forming candle; a closed one is asked for, because a push has no volume. */
function useLiveCandle(
  { exchange, market, symbol }: ChartMarket,
  timeframe: Timeframe,
  rows: readonly CandleRow[] | null,
  drawing: CandleDrawing | null,
): void {
  const client = useQueryClient();
  useEffect(() => {
    let last = rows?.at(-1);
    if (last === undefined || drawing === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = socket.on(`ticker:${exchange}:${market}:${symbol}`, (quote) => {
      const next = last && candleAfter(last, Number(quote.last), quote.at, timeframe);
      if (!next) return;
      if (next.time !== last?.time && timer === undefined) {
        const { queryKey } = candlesQuery({ exchange, market, symbol }, timeframe);
        timer = setTimeout(() => void client.invalidateQueries({ queryKey }), askAgainMs);
      }
      last = next;
      drawing.setLast(next);
    });
    return () => {
      clearTimeout(timer);
      off();
    };
  }, [client, exchange, market, symbol, timeframe, rows, drawing]);
}
