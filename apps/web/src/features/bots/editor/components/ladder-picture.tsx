// The picture of a ladder: the trigger of each order as a stair, the average and the target after it as lines, the size of
// each order as a bar below. Positions only; the table beside it has the figures.
import { formatCompact } from '../../../../ui/figures.ts';
import { makeScale } from '../picture-scale.ts';

export interface LadderStep {
  readonly trigger: number;
  readonly average: number;
  readonly target: number;
  readonly size: number;
}

export interface LadderPictureProps {
  readonly steps: readonly LadderStep[];
  readonly stop: number | null;
  readonly liquidation: number | null;
  readonly label: string;
  readonly language: 'zh' | 'en';
}

const width = 326;
const height = 150;
const top = 8;
const pricesEnd = 118;
const barsEnd = 134;
const barsTop = 88;

export function LadderPicture({ steps, stop, liquidation, label, language }: LadderPictureProps) {
  const first = steps[0]?.trigger ?? 0;
  const ends = [stop, liquidation].filter((price): price is number => price !== null);
  const scale = makeScale([], [...pricesOf(steps), ...ends], first, top, pricesEnd);
  const column = width / Math.max(steps.length, 1);
  const middle = (index: number) => (index + 0.5) * column;
  const biggest = Math.max(...steps.map(({ size }) => size), 0);
  const barWidth = Math.min(18, column * 0.6);
  // The root keeps the small orders visible beside the last, which is as large as all before it.
  const barHeight = (size: number) => (biggest > 0 ? Math.max(2, Math.sqrt(size / biggest) * (barsEnd - barsTop)) : 0);
  const every = Math.ceil(steps.length / 8);
  const held = steps.map((step, index) => ({ step, index })).filter(({ step }) => step.average > 0);
  const line = (of: (step: LadderStep) => number) =>
    held
      .map(
        ({ step, index }, at) => `${at === 0 ? 'M' : 'L'}${middle(index).toFixed(1)} ${scale.y(of(step)).toFixed(1)}`,
      )
      .join('');
  const stair = steps
    .map(
      ({ trigger }, index) =>
        `${index === 0 ? `M0 ${scale.y(trigger).toFixed(1)}` : `V${scale.y(trigger).toFixed(1)}`}H${((index + 1) * column).toFixed(1)}`,
    )
    .join('');
  return (
    <svg className="chart ladder" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {steps.map(({ size }, index) => (
        <g key={`bar-${index}`}>
          <rect
            className="ladder__bar"
            x={middle(index) - barWidth / 2}
            y={barsEnd - barHeight(size)}
            width={barWidth}
            height={barHeight(size)}
            rx={3}
          />
          {index % every === 0 || index === steps.length - 1 ? (
            <text x={middle(index)} y={147} textAnchor="middle">
              {shortSize(size, language)}
            </text>
          ) : null}
        </g>
      ))}
      <path className="ladder__stair" d={stair} />
      {steps.some(({ target }) => target > 0) ? (
        <path className="ladder__target" d={line(({ target }) => target)} />
      ) : null}
      <path className="ladder__average" d={line(({ average }) => average)} />
      {held.map(({ step, index }) => (
        <circle key={`dot-${index}`} className="ladder__dot" cx={middle(index)} cy={scale.y(step.average)} r={2.5} />
      ))}
      {stop !== null ? <line className="ladder__stop" x1={0} x2={width} y1={scale.y(stop)} y2={scale.y(stop)} /> : null}
      {liquidation !== null ? (
        <line className="ladder__liq" x1={0} x2={width} y1={scale.y(liquidation)} y2={scale.y(liquidation)} />
      ) : null}
    </svg>
  );
}

function pricesOf(steps: readonly LadderStep[]): number[] {
  return steps.flatMap(({ trigger, average, target }) => [trigger, average, target]).filter((price) => price > 0);
}

/** A stop or liquidation is drawn only where it does not press the ladder flat. */
export function isNear(steps: readonly LadderStep[], price: number): boolean {
  const prices = pricesOf(steps);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const reach = (high - low) * 0.8;
  return price > 0 && price > low - reach && price < high + reach;
}

function shortSize(size: number, language: 'zh' | 'en'): string {
  return size >= 10_000 ? formatCompact(String(size), language) : String(Math.round(size));
}
