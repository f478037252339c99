// Small marks: coin, status pill, tag, risk dots. Mark and word carry the meaning without colour.
import type { CSSProperties, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const coins: Readonly<Record<string, readonly [letter: string, colour: string]>> = {
  BTC: ['', '#d97706'],
  ETH: ['\u039e', '#5b6ee1'],
  USDT: ['\u20ae', '#16806a'],
  BNB: ['B', '#b7860b'],
  SOL: ['S', '#0e9f8a'],
  XRP: ['X', '#475569'],
  DOGE: ['\u00d0', '#a68523'],
  ADA: ['A', '#3557b7'],
  PEPE: ['P', '#3f8f4a'],
};

/** A neutral letter mark of a coin; an unknown coin gets its first letter. */
export function Coin({ code, size }: { code: string; size?: 's' | 'l' }) {
  const [letter, colour] = coins[code] ?? [code.slice(0, 1) || '?', '#64748b'];
  return (
    <span
      className={cx('coin', size && `coin--${size}`)}
      style={{ '--coin': colour } as CSSProperties}
      aria-hidden="true"
    >
      {code === 'BTC' ? <Bitcoin /> : letter}
    </span>
  );
}

/** Drawn, because many phones' fonts lack the sign. */
function Bitcoin() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="58%"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinejoin="round"
      role="presentation"
    >
      <path d="M9 5.5h4.8a3.1 3.1 0 0 1 0 6.3H9zM9 11.8h5.6a3.3 3.3 0 0 1 0 6.7H9zM6.8 5.5H9M6.8 18.5H9M10.8 3v2.5M14 3v2.5M10.8 18.5V21M14 18.5V21" />
    </svg>
  );
}

export type PillKind = 'running' | 'waiting' | 'paused' | 'stopped' | 'error';

export function Pill({ kind, children }: { kind: PillKind; children: ReactNode }) {
  return <span className={`pill pill--${kind}`}>{children}</span>;
}

/** `sim` is the dashed outline of paper money and is used for nothing else. */
export function Tag({ kind, children }: { kind?: 'p' | 'w' | 'sim' | 'up' | 'down'; children: ReactNode }) {
  return <span className={cx('tag', kind && `tag--${kind}`)}>{children}</span>;
}

export function RiskDots({ level, label }: { level: number; label: string }) {
  return (
    <span className="hstack t-tag c3" style={{ gap: 5 }}>
      {label}
      <span className="riskdots" role="img" aria-label={`${label} ${level}/5`}>
        {[1, 2, 3, 4, 5].map((dot) => (
          <i key={dot} className={dot <= level ? 'on' : undefined} />
        ))}
      </span>
    </span>
  );
}

const faceHues = [222, 196, 258, 292, 326, 28] as const;
const faces = [
  <path key="person" d="M20 10a7 7 0 1 1 0 14 7 7 0 0 1 0-14M6 40a14 14 0 0 1 28 0z" />,
  <path key="peaks" d="M28 9a4 4 0 1 1 0 8 4 4 0 0 1 0-8M0 40 15 16l9 14 5-6 11 16z" />,
  <path key="waves" d="M0 23q5-7 10 0t10 0 10 0 10 0v5q-5 7-10 0t-10 0-10 0-10 0zM0 35q5-7 10 0t10 0 10 0 10 0v5H0z" />,
  <path key="bird" d="M5 15q9-5 15 6 6-11 15-6-8 2-15 13-7-11-15-13" />,
];

/** The built-in pictures: a code a01 to a24 is one of four figures in one of six colours, so no picture is loaded. */
export function Avatar({ code, size }: { code: string | undefined; size?: 's' | 'l' }) {
  const at = Number(/^a(\d\d)$/.exec(code ?? '')?.[1] ?? 1) - 1;
  const hue = faceHues[at % faceHues.length];
  return (
    <span className={cx('avatar', size && `avatar--${size}`)} aria-hidden="true">
      <svg viewBox="0 0 40 40" role="presentation">
        <rect width="40" height="40" fill={hue === 222 ? '#1f5eff' : `hsl(${hue} 64% 46%)`} />
        <g fill="#fff" fillOpacity=".92">
          {faces[Math.floor(at / faceHues.length)] ?? faces[0]}
        </g>
      </svg>
    </span>
  );
}

export interface NoteProps {
  readonly tone?: 'neutral' | 'info' | 'warn' | 'danger';
  readonly icon?: IconName;
  readonly children: ReactNode;
  /** A refusal always has the button that cures it. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly busy?: boolean };
  /** Announced when it appears. */
  readonly live?: boolean;
}

const noteIcon = { neutral: 'info', info: 'info', warn: 'warn', danger: 'warn' } as const;

export function Note({ tone = 'neutral', icon = noteIcon[tone], children, action, live = false }: NoteProps) {
  return (
    <div
      className={cx('note', tone !== 'neutral' && `note--${tone}`, action && 'note--act')}
      role={live ? 'alert' : undefined}
    >
      <Icon name={icon} size="s" />
      <span>{children}</span>
      {action ? (
        <button type="button" className="btn btn--s" onClick={action.onPress} disabled={action.busy}>
          {action.label}
        </button>
      ) : null}
    </div>
  );
}
