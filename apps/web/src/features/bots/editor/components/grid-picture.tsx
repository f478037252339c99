// The preview's picture: the candles of the last days, every line of the grid, both bounds with a handle to drag. The
// fields stay the exact way to set a bound; the picture only proposes.
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatPrice } from '../../../../ui/figures.ts';
import { dayTime } from '../../../../ui/times.ts';
import type { Plan } from '../assistant.ts';
import { type Candle, makeScale, type Scale, spread } from '../picture-scale.ts';

export type Edge = 'lower' | 'upper';

export interface GridPictureProps {
  readonly candles: readonly Candle[];
  readonly plan: Plan | null;
  readonly lower: string;
  readonly upper: string;
  readonly last: string;
  readonly tick: string;
  readonly label: string;
  readonly edgeText: Readonly<Record<Edge, string>>;
  /** Null when the bounds must not move. */
  readonly onMove: ((edge: Edge, price: number) => void) | null;
}

const height = 206;
const top = 10;
const bottom = 178;
const tagHeight = 16;
const shownCandles = 120;
const timeMarks = 4;

export function GridPicture(props: GridPictureProps) {
  const { candles, plan, last, label, edgeText, onMove } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 326);
  const [drag, setDrag] = useState<{ edge: Edge; price: number; scale: Scale } | null>(null);
  const shown = candles.slice(-shownCandles);
  const bounds = { lower: Number(props.lower) || 0, upper: Number(props.upper) || 0 };
  const scale = drag?.scale ?? makeScale(shown, [bounds.lower, bounds.upper], Number(last), top, bottom);
  const places = { ...bounds, ...(drag && { [drag.edge]: drag.price }) };
  const isInside = (price: number) => price >= scale.low && price <= scale.high;

  function follow(event: PointerEvent<SVGGElement>, edge: Edge) {
    const frame = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (!frame || onMove === null) return;
    const y = Math.min(bottom, Math.max(top, ((event.clientY - frame.top) / frame.height) * height));
    setDrag({ edge, price: scale.price(y), scale });
  }
  function end() {
    if (drag && onMove) onMove(drag.edge, drag.price);
    setDrag(null);
  }

  const edges = (['upper', 'lower'] as const).filter((edge) => places[edge] > 0 && isInside(places[edge]));
  const tags = [
    ...edges.map((edge) => ({ kind: edge, price: places[edge] })),
    { kind: 'last' as const, price: Number(last) },
  ];
  const axisWidth = Math.max(...tags.map(({ kind, price }) => tagWidth(axisText(kind, price, props, drag))));
  const plot = width - axisWidth - 2;
  const tagY = spread(
    tags.map(({ price }) => scale.y(price)),
    tagHeight + 1,
    top,
    bottom,
  );
  return (
    <div ref={box} className="editor__picture">
      <svg
        className="chart"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
      >
        <Lines plan={drag ? null : plan} scale={scale} plot={plot} last={Number(last)} />
        <Candles candles={shown} scale={scale} plot={plot} />
        {edges.map((edge) => (
          <line key={edge} className="lv-edge" x1={0} x2={plot} y1={scale.y(places[edge])} y2={scale.y(places[edge])} />
        ))}
        <line className="last" x1={0} x2={plot} y1={scale.y(Number(last))} y2={scale.y(Number(last))} />
        {tags.map(({ kind, price }, index) => {
          const tag = (
            <Tag
              key={kind}
              kind={kind}
              text={axisText(kind, price, props, drag)}
              y={tagY[index]!}
              width={axisWidth}
              x={plot + 2}
            />
          );
          if (kind === 'last') return tag;
          return (
            <g
              key={kind}
              className={onMove === null ? undefined : 'handle'}
              onPointerDown={(event) => {
                if (onMove === null) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                follow(event, kind);
              }}
              onPointerMove={(event) => (drag?.edge === kind ? follow(event, kind) : undefined)}
              onPointerUp={end}
              onPointerCancel={() => setDrag(null)}
            >
              <rect className="hit" x={0} y={tagY[index]! - 22} width={width} height={44} />
              {tag}
              <Tag
                kind={kind}
                text={edgeText[kind]}
                y={scale.y(price)}
                width={tagWidth(edgeText[kind])}
                x={0}
                centred
              />
            </g>
          );
        })}
        <Times candles={shown} plot={plot} />
      </svg>
    </div>
  );
}

function axisText(
  kind: Edge | 'last',
  price: number,
  { lower, upper, last, tick }: GridPictureProps,
  drag: { edge: Edge } | null,
): string {
  if (drag?.edge === kind) return formatPrice(price, tick);
  return formatPrice({ lower, upper, last }[kind], tick);
}

function Lines({ plan, scale, plot, last }: { plan: Plan | null; scale: Scale; plot: number; last: number }) {
  return plan?.lines.map((line, index) => {
    const price = Number(line);
    if (index === plan.emptyLine || price < scale.low || price > scale.high) return null;
    const y = scale.y(price);
    return <line key={line} className={price < last ? 'lv-buy' : 'lv-sell'} x1={0} x2={plot} y1={y} y2={y} />;
  });
}

function Candles({ candles, scale, plot }: { candles: readonly Candle[]; scale: Scale; plot: number }) {
  const step = plot / Math.max(candles.length, 1);
  return candles.map((candle, index) => {
    const x = (index + 0.5) * step;
    const [from, to] = [scale.y(Math.max(candle.open, candle.close)), scale.y(Math.min(candle.open, candle.close))];
    return (
      <g key={candle.at} className={candle.close >= candle.open ? 'cu' : 'cd'}>
        <line x1={x} x2={x} y1={scale.y(candle.high)} y2={scale.y(candle.low)} />
        <rect x={x - step * 0.35} y={from} width={step * 0.7} height={Math.max(1, to - from)} stroke="none" />
      </g>
    );
  });
}

function Times({ candles, plot }: { candles: readonly Candle[]; plot: number }) {
  if (candles.length < timeMarks) return null;
  return Array.from({ length: timeMarks }, (_, mark) => {
    const index = Math.floor(((mark + 0.5) / timeMarks) * candles.length);
    return (
      <text key={`time-${mark}`} x={((index + 0.5) / candles.length) * plot} y={height - 4} textAnchor="middle">
        {dayTime(candles[index]!.at)}
      </text>
    );
  });
}

interface TagProps {
  readonly kind: Edge | 'last';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly centred?: boolean;
}

function Tag({ kind, text, x, y, width, centred = false }: TagProps) {
  return (
    <g className={kind === 'last' ? 'pt pt--last' : 'pt pt--avg'}>
      <rect x={x} y={y - tagHeight / 2} width={width} height={tagHeight} rx={4} />
      <text x={centred ? x + width / 2 : x + width - 4} y={y + 3.5} textAnchor={centred ? 'middle' : 'end'}>
        {text}
      </text>
    </g>
  );
}

/** Wide enough for the text at 10 px without measuring it. */
function tagWidth(text: string): number {
  const wide = [...text].reduce(
    (sum, char) => sum + (char > '\u2e80' ? 10.5 : char === ',' || char === '.' ? 3 : 6),
    0,
  );
  return Math.ceil(wide + 10);
}

function useWidth(box: React.RefObject<HTMLDivElement | null>, otherwise: number): number {
  const [width, setWidth] = useState(otherwise);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      if (next > 0) setWidth(next);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
