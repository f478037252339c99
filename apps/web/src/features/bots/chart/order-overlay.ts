// What is drawn over the candles by our own hand: resting orders as dotted lines and fills as triangles with a halo of the
// surface. The library's price lines and markers would cost a label or a text for each.
import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { type ChartColours, fade } from './chart-colours.ts';
import { type FillMarks, type Mark, marksInView } from './fill-marks.ts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];
export interface OrderLine {
  readonly price: number;
  readonly side: 'buy' | 'sell';
}

const half = 4;
const height = 7;
const gap = 3;

export class OrderOverlay implements ISeriesPrimitive<Time> {
  #chart: IChartApi | null = null;
  #series: ISeriesApi<'Candlestick'> | null = null;
  #redraw = () => {};
  #lines: readonly OrderLine[] = [];
  #marks: FillMarks = { single: [], perCandle: [] };
  #colours: ChartColours;

  readonly #views: readonly IPrimitivePaneView[] = [
    { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.#drawLines(target) }) },
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.#drawMarks(target) }) },
  ];

  constructor(colours: ChartColours) {
    this.#colours = colours;
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart as IChartApi;
    this.#series = series as ISeriesApi<'Candlestick'>;
    this.#redraw = requestUpdate;
  }

  detached(): void {
    this.#chart = null;
    this.#series = null;
    this.#redraw = () => {};
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  setLines(lines: readonly OrderLine[]): void {
    this.#lines = lines;
    this.#redraw();
  }

  setMarks(marks: FillMarks): void {
    this.#marks = marks;
    this.#redraw();
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours;
    this.#redraw();
  }

  #drawLines(target: Target): void {
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook, the library's name for a drawing context
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.lineWidth = 1;
      context.setLineDash([2, 3]);
      for (const { price, side } of this.#lines) {
        const y = this.#series?.priceToCoordinate(price) ?? null;
        if (y === null || y < 0 || y > mediaSize.height) continue;
        context.strokeStyle = fade(side === 'buy' ? this.#colours.up : this.#colours.down, 0.42);
        context.beginPath();
        context.moveTo(0, Math.round(y) + 0.5);
        context.lineTo(mediaSize.width, Math.round(y) + 0.5);
        context.stroke();
      }
      context.setLineDash([]);
    });
  }

  #drawMarks(target: Target): void {
    const range = this.#chart?.timeScale().getVisibleRange();
    if (!range) return;
    const marks = marksInView(this.#marks, range.from as number, range.to as number);
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook, the library's name for a drawing context
    target.useMediaCoordinateSpace(({ context }) => {
      context.lineJoin = 'round';
      context.lineWidth = 3;
      context.strokeStyle = this.#colours.surface;
      for (const mark of marks) this.#drawMark(context, mark);
    });
  }

  /** Buy: below its price, pointing up. Sell: above it, pointing down. */
  #drawMark(context: CanvasRenderingContext2D, { time, side, price, count }: Mark): void {
    const x = this.#chart?.timeScale().timeToCoordinate(time as Time) ?? null;
    const y = this.#series?.priceToCoordinate(price) ?? null;
    if (x === null || y === null) return;
    const away = side === 'buy' ? 1 : -1;
    const size = count > 1 ? 1.2 : 1;
    context.beginPath();
    context.moveTo(x, y + away * gap);
    context.lineTo(x + half * size, y + away * (gap + height * size));
    context.lineTo(x - half * size, y + away * (gap + height * size));
    context.closePath();
    context.stroke();
    context.fillStyle = side === 'buy' ? this.#colours.up : this.#colours.down;
    context.fill();
  }
}
