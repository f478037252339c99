// Small pictures of figures: sparkline, gauge, share bar. Simulated curves are dashed, live ones solid.
import { type CSSProperties, memo } from 'react';
import { cx } from './class-names.ts';

export interface SparklineProps {
  readonly points: readonly number[];
  readonly width?: number;
  readonly height?: number;
  readonly direction: -1 | 0 | 1;
  readonly simulated?: boolean;
  readonly label?: string;
}

/** A curve with a faint area under it; fewer than two points leave the space empty, so that rows keep their shape. */
export const Sparkline = memo((props: SparklineProps) => {
  const { points, width = 56, height = 30, direction, simulated = false, label } = props;
  const colour = direction > 0 ? 'up' : direction < 0 ? 'down' : 'c3';
  const line = points.length > 1 ? linePath(points, width, height) : null;
  return (
    <svg
      className={cx('spark', simulated && 'spark--sim', colour)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {line ? (
        <>
          <path className="a" d={`${line}L${width} ${height}L0 ${height}Z`} />
          <path d={line} />
        </>
      ) : null}
    </svg>
  );
});

function linePath(points: readonly number[], width: number, height: number): string {
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const inset = 2;
  return points
    .map((point, index) => {
      const x = (index / (points.length - 1)) * width;
      const y = inset + (1 - (point - low) / span) * (height - 2 * inset);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

export interface GaugeProps {
  readonly low: number;
  readonly high: number;
  readonly at: number | null;
  /** Cells drawn in the track, normally the number of grid lines. */
  readonly cells: number;
  readonly lowText: string;
  readonly atText: string;
  readonly highText: string;
}

/** Where the price stands between two bounds; outside them the marker waits at the end and turns amber. */
export function Gauge({ low, high, at, cells, lowText, atText, highText }: GaugeProps) {
  const share = at === null || high <= low ? 0.5 : (at - low) / (high - low);
  const outside = share < 0 || share > 1;
  const style = {
    '--at': `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`,
    '--n': Math.min(cells, 40),
  } as CSSProperties;
  return (
    <div
      className={cx('gauge', outside && 'gauge--outside')}
      style={style}
      role="img"
      aria-label={`${lowText}, ${atText}, ${highText}`}
    >
      <div className="gauge__track" />
      {at === null ? null : <div className="gauge__at" />}
      <div className="gauge__ends" aria-hidden="true">
        <span>{lowText}</span>
        <span>{atText}</span>
        <span>{highText}</span>
      </div>
    </div>
  );
}

export interface SharePart {
  readonly label: string;
  readonly share: number;
  readonly tint: '' | 'g2' | 'g3' | 'g4' | 'w' | 'n';
}

/** Shares of a whole in blues, amber and grey: green and red mean gain and loss only. */
export function ShareBar({ parts, legend = false }: { parts: readonly SharePart[]; legend?: boolean }) {
  const shown = parts.filter((part) => part.share > 0);
  return (
    <>
      <div className="bar bar--l" role="img" aria-label={shown.map((part) => part.label).join(', ')}>
        {shown.map((part) => (
          <i key={part.label} className={part.tint} style={{ flex: part.share }} />
        ))}
      </div>
      {legend ? (
        <div className="legend legend--bar" aria-hidden="true">
          {shown.map((part) => (
            <span key={part.label}>
              <span className="bar bar--dot">
                <i className={part.tint} />
              </span>
              {part.label}
            </span>
          ))}
        </div>
      ) : null}
    </>
  );
}
