// The chart itself, over lightweight-charts: loaded only when a chart is shown, fed from outside, and told its colours
// again whenever they change. It writes no style element, so that a strict content policy holds.
import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  TickMarkType,
  type Time,
} from 'lightweight-charts';
import { barsShown, type CandleRow } from './candle-rows.ts';
import { type ChartColours, fade } from './chart-colours.ts';
import type { FillMarks } from './fill-marks.ts';
import { OrderOverlay } from './order-overlay.ts';
import { isOrderLine, type PriceLine, type PriceLineKind } from './price-lines.ts';
import { trustMark } from './trust-mark.ts';

const axisFontPx = 10;
/** As wide as the credit in the corner, so that no time of the axis lies under it. */
const creditPx = 68;
const volumeShare = 0.14;

export interface PriceFormat {
  readonly formatPrice: (price: number) => string;
  /** Without needless zeros, for the scale. */
  readonly formatScale: (price: number) => string;
  readonly tick: number;
}

export class CandleDrawing {
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #volumes: ISeriesApi<'Histogram'>;
  readonly #overlay: OrderOverlay;
  readonly #last: IPriceLine;
  #tagged: IPriceLine[] = [];
  #lines: readonly PriceLine[] = [];
  #colours: ChartColours;
  #rows: readonly CandleRow[] = [];

  constructor(container: HTMLElement, colours: ChartColours, format: PriceFormat) {
    this.#colours = colours;
    trustMark();
    this.#chart = createChart(container, {
      autoSize: true,
      // The credit stands beside the picture; a link inside it would be drawn before the first options take it away.
      layout: { attributionLogo: false },
      handleScroll: { vertTouchDrag: false, mouseWheel: false },
      handleScale: { mouseWheel: false, axisPressedMouseMove: { price: false, time: true } },
      rightPriceScale: {
        borderVisible: false,
        minimumWidth: creditPx,
        scaleMargins: { top: 0.08, bottom: volumeShare + 0.06 },
      },
      timeScale: {
        borderVisible: false,
        timeVisible: true,
        secondsVisible: false,
        rightOffset: 2,
        minBarSpacing: 1,
        tickMarkFormatter: (time: Time, type: TickMarkType) => axisTime(time as number, type),
      },
      localization: { timeFormatter: (time: Time) => fullTime(time as number) },
      crosshair: { mode: CrosshairMode.Normal },
    });
    this.#candles = this.#chart.addSeries(CandlestickSeries, {
      lastValueVisible: false,
      priceLineVisible: false,
      borderVisible: false,
    });
    this.#volumes = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#volumes.priceScale().applyOptions({ scaleMargins: { top: 1 - volumeShare, bottom: 0 }, visible: false });
    this.#last = this.#candles.createPriceLine({ price: 0, lineVisible: false, axisLabelVisible: false });
    this.#overlay = new OrderOverlay(colours);
    this.#candles.attachPrimitive(this.#overlay);
    this.setFormat(format);
    this.setColours(colours);
  }

  /** How prices are written; the tick may be known only after the chart stands. */
  setFormat({ formatPrice, formatScale, tick }: PriceFormat): void {
    this.#chart.applyOptions({
      localization: {
        priceFormatter: formatPrice,
        tickmarksPriceFormatter: (prices: readonly number[]) => prices.map(formatScale),
      },
    });
    this.#candles.applyOptions({ priceFormat: { type: 'custom', formatter: formatPrice, minMove: tick } });
  }

  /** All candles; `fit` puts the newest into view, else the view stays where the person left it. */
  setCandles(rows: readonly CandleRow[], fit: boolean): void {
    this.#rows = rows;
    this.#candles.setData(rows.map(({ volume: _, time, ...prices }) => ({ time: time as Time, ...prices })));
    this.#volumes.setData(rows.map((row) => this.#volumeOf(row)));
    this.#showLast(rows.at(-1)?.close);
    if (fit) {
      this.#chart
        .timeScale()
        .setVisibleLogicalRange({ from: Math.max(0, rows.length - barsShown), to: rows.length + 1 });
    }
  }

  /** The forming candle. */
  setLast(row: CandleRow): void {
    const { volume: _, time, ...prices } = row;
    this.#rows = this.#rows.at(-1)?.time === time ? [...this.#rows.slice(0, -1), row] : [...this.#rows, row];
    this.#candles.update({ time: time as Time, ...prices });
    this.#volumes.update(this.#volumeOf(row));
    this.#showLast(row.close);
  }

  setLines(lines: readonly PriceLine[]): void {
    this.#lines = lines;
    this.#overlay.setLines(
      lines.filter(isOrderLine).map(({ price, kind }) => ({ price: Number(price), side: kind as 'buy' | 'sell' })),
    );
    for (const line of this.#tagged) this.#candles.removePriceLine(line);
    this.#tagged = lines
      .filter((line) => !isOrderLine(line) && line.kind !== 'last')
      .map((line) => {
        const color = this.#lineColour(line.kind);
        return this.#candles.createPriceLine({
          price: Number(line.price),
          color,
          lineWidth: 1,
          lineStyle: lineStyles[line.kind] ?? LineStyle.Dashed,
          // The legend beneath names it: a title on the line would cover the candles of a phone.
          title: '',
          axisLabelVisible: true,
          axisLabelColor: color,
          axisLabelTextColor: this.#colours.surface,
        });
      });
  }

  setMarks(marks: FillMarks): void {
    this.#overlay.setMarks(marks);
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours;
    this.#chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: 'transparent' },
        textColor: colours.faint,
        fontSize: axisFontPx,
        fontFamily: colours.font,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
      crosshair: {
        vertLine: { color: fade(colours.faint, 0.6), labelBackgroundColor: colours.faint },
        horzLine: { color: fade(colours.faint, 0.6), labelBackgroundColor: colours.faint },
      },
    });
    this.#candles.applyOptions({
      upColor: colours.up,
      downColor: colours.down,
      wickUpColor: colours.up,
      wickDownColor: colours.down,
    });
    this.#last.applyOptions({
      color: fade(colours.text, 0.6),
      lineWidth: 1,
      lineStyle: LineStyle.Dotted,
      axisLabelColor: colours.text,
      axisLabelTextColor: colours.surface,
    });
    this.#overlay.setColours(colours);
    this.#volumes.setData(this.#rows.map((row) => this.#volumeOf(row)));
    this.setLines(this.#lines);
  }

  remove(): void {
    this.#chart.remove();
  }

  #volumeOf({ time, open, close, volume }: CandleRow) {
    return {
      time: time as Time,
      value: volume,
      color: fade(close >= open ? this.#colours.up : this.#colours.down, 0.28),
    };
  }

  #showLast(price: number | undefined): void {
    const known = price !== undefined;
    this.#last.applyOptions({ price: price ?? 0, lineVisible: known, axisLabelVisible: known });
  }

  #lineColour(kind: PriceLineKind): string {
    const { up, down, primary, warn, faint } = this.#colours;
    if (kind === 'take_profit') return up;
    if (kind === 'stop_loss') return down;
    if (kind === 'liquidation') return warn;
    return kind === 'average' || kind === 'trigger' ? primary : faint;
  }
}

const lineStyles: Partial<Record<PriceLineKind, LineStyle>> = {
  upper: LineStyle.Solid,
  lower: LineStyle.Solid,
  average: LineStyle.Solid,
  trigger: LineStyle.Dotted,
  add: LineStyle.Dotted,
};

const two = (value: number) => String(value).padStart(2, '0');

/** Times are already shifted to the device's zone, hence the UTC getters. */
function parts(time: number): { day: string; clock: string } {
  const at = new Date(time * 1000);
  return {
    day: `${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`,
    clock: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
  };
}

function axisTime(time: number, type: TickMarkType): string {
  const { day, clock } = parts(time);
  return type === TickMarkType.Time || type === TickMarkType.TimeWithSeconds ? clock : day;
}

function fullTime(time: number): string {
  const { day, clock } = parts(time);
  return `${day} ${clock}`;
}
