// Figures on screen: profit with its sign and colour, plain figures that tint for a moment when they move, the hero figure.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import {
  type Decimal,
  formatDecimal,
  formatSigned,
  formatSignedPercent,
  missing,
  signOf,
  splitFigure,
  usdtDecimals,
} from './figures.ts';

const tone = { '-1': 'down', 0: '', 1: 'up' } as const;

/** What the eyes-closed setting shows in place of any amount. */
export const hiddenFigure = '****';

export interface ProfitProps {
  readonly value: Decimal;
  /** USDT rule (2, or 4 below 1) when absent. */
  readonly decimals?: number;
  readonly hidden?: boolean;
}

export function Profit({ value, decimals = usdtDecimals(value), hidden = false }: ProfitProps) {
  const shown = useMovement(value, decimals);
  if (hidden) return <span className="num">{hiddenFigure}</span>;
  return (
    <span ref={shown} className={cx('num figure', tone[signOf(value, decimals)])}>
      {formatSigned(value, decimals)}
    </span>
  );
}

export function ProfitRate({ value, decimals = 2, hidden = false }: ProfitProps) {
  if (hidden) return <span className="num">{hiddenFigure}</span>;
  return <span className={cx('num', tone[signOf(value, decimals)])}>{formatSignedPercent(value, decimals)}</span>;
}

/** A figure that is no profit: `text` as shown, `value` to see in which direction it moved. */
export function Figure({ text, value }: { text: string; value?: Decimal }) {
  const shown = useMovement(value, 8);
  return (
    <span ref={shown} className="num figure">
      {text}
    </span>
  );
}

export interface HeroProps {
  readonly value: Decimal;
  readonly unit?: string;
  readonly signed?: boolean;
  readonly hidden?: boolean;
  /** 24 px in place of 32: a second account. */
  readonly small?: boolean;
  /** USDT rule when absent; given where the figure must agree with its parts. */
  readonly decimals?: number;
}

export function Hero({ value, unit, signed = false, hidden = false, small = false, decimals: places }: HeroProps) {
  const shownPlaces = places ?? usdtDecimals(value);
  const text = hidden ? hiddenFigure : signed ? formatSigned(value, shownPlaces) : formatDecimal(value, shownPlaces);
  const { whole, decimals } = splitFigure(text);
  const colour = signed && !hidden && text !== missing ? tone[signOf(value, shownPlaces)] : '';
  return (
    <div className={cx('hero', small && 'hero--small', colour)}>
      {whole}
      {decimals ? <small>{decimals}</small> : null}
      {unit ? <span className="unit">{unit}</span> : null}
    </div>
  );
}

/** Marks the figure for a moment after a change, so that the eye finds what moved; it is not drawn again for that. */
function useMovement(value: Decimal, decimals: number): RefObject<HTMLSpanElement | null> {
  const shown = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  useEffect(() => {
    const before = last.current;
    last.current = value;
    if (before === null || before === undefined || value === null || value === undefined || before === value) return;
    const change = Number(value) - Number(before);
    if (Math.abs(change) < 10 ** -decimals || shown.current === null) return;
    mark(shown.current, change > 0 ? 'up' : 'down');
  }, [value, decimals]);
  return shown;
}

const markedMs = 400;
const marked = new Set<HTMLElement>();

/** Figures that moved together lose their mark together. */
function mark(figure: HTMLElement, moved: 'up' | 'down'): void {
  if (marked.size === 0)
    setTimeout(() => {
      for (const each of marked) delete each.dataset['moved'];
      marked.clear();
    }, markedMs);
  figure.dataset['moved'] = moved;
  marked.add(figure);
}

/** Label over figure. */
export function Stat({
  label,
  children,
  large = false,
  end = false,
}: {
  label: ReactNode;
  children: ReactNode;
  large?: boolean;
  end?: boolean;
}) {
  return (
    <div className={cx('stat', large && 'stat--l', end && 'stat--r')}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Stats({ columns = 3, children }: { columns?: number; children: ReactNode }) {
  return (
    <dl className="stats" style={{ '--cols': columns } as React.CSSProperties}>
      {children}
    </dl>
  );
}

export interface SumPart {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** What stands before this part; none before the first. */
  readonly sign?: '+' | '\u2212' | '=';
}

/** Parts joined by + and =; the caller computes the residual from the shown figures, so that they add up to the cent. */
export function Sum({ parts }: { parts: readonly SumPart[] }) {
  return (
    <dl className="sum">
      {parts.map((part, index) => [
        part.sign ? (
          <i key={`sign-${index}`} aria-hidden="true">
            {part.sign}
          </i>
        ) : null,
        <div key={`part-${index}`} className="stat">
          <dt>{part.label}</dt>
          <dd>{part.value}</dd>
        </div>,
      ])}
    </dl>
  );
}

/** Label left, value right. */
export function KeyValues({ rows }: { rows: readonly { label: ReactNode; value: ReactNode; total?: boolean }[] }) {
  return (
    <dl className="kv">
      {rows.map((row, index) => (
        <div key={`row-${index}`} className={row.total ? 'total' : undefined}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
