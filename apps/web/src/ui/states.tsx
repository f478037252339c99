// The four states besides content: loading in the content's own boxes, empty, failed, and data that may be old.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useUiWords } from './words.tsx';

export function Skeleton({
  width = '100%',
  height = 14,
  round = false,
}: {
  width?: number | string;
  height?: number;
  round?: boolean;
}) {
  return (
    <span className="skel" style={{ width, height, borderRadius: round ? '50%' : undefined }} aria-hidden="true" />
  );
}

/** Rows of the height of real rows. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div className="list list--inset" role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={`row-${index}`} className="row">
          <Skeleton width={36} height={36} round />
          <div className="row__body stack stack--s">
            <Skeleton width="46%" />
            <Skeleton width="62%" height={10} />
          </div>
          <div className="row__end">
            <Skeleton width={64} />
          </div>
        </div>
      ))}
    </div>
  );
}

export interface EmptyProps {
  readonly art?: 'bots' | 'failed' | 'rank' | 'search';
  readonly text: ReactNode;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ art = 'bots', text, detail, action }: EmptyProps) {
  return (
    <div className="empty">
      <Art kind={art} />
      <p>
        {text}
        {detail ? <span className="empty__detail">{detail}</span> : null}
      </p>
      {action ? <div className="hstack">{action}</div> : null}
    </div>
  );
}

export interface FailedProps {
  readonly text?: string;
  readonly detail?: string;
  readonly onRetry: () => void;
  readonly busy?: boolean;
  /** One line in a block, in place of a picture in a page. */
  readonly small?: boolean;
}

export function Failed({ text, detail, onRetry, busy = false, small = false }: FailedProps) {
  const words = useUiWords();
  const retry = (
    <Button
      tone={small ? 'soft' : 'primary'}
      size={small ? 's' : 'm'}
      icon={small ? 'refresh' : undefined}
      busy={busy}
      onClick={onRetry}
    >
      {words.retry}
    </Button>
  );
  if (!small) {
    return (
      <div role="alert">
        <Empty art="failed" text={text ?? words.loadFailed} detail={detail} action={retry} />
      </div>
    );
  }
  return (
    <div className="failed" role="alert">
      <span className="c2">{text ?? words.loadFailed}</span>
      {retry}
    </div>
  );
}

function Art({ kind }: { kind: NonNullable<EmptyProps['art']> }) {
  return (
    <svg
      className="empty__art"
      viewBox="0 0 88 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {kind === 'bots' ? (
        <>
          <path d="M14 66h60" />
          <path d="M22 66V50h7v16M38 66V42h7v24M54 66V48h7v18" fill="currentColor" stroke="none" opacity=".22" />
          <path d="M22 44 40 32l12 10 16-18" strokeDasharray="5 4" />
          <circle cx="69" cy="22" r="9" fill="currentColor" stroke="none" />
          <path d="M69 18v8M65 22h8" stroke="var(--c-surface)" />
        </>
      ) : kind === 'failed' ? (
        <>
          <path
            d="M26 60a14 14 0 0 1-1-27 20 20 0 0 1 38-3 15.5 15.5 0 0 1 0 30"
            fill="currentColor"
            fillOpacity=".12"
          />
          <path d="M44 42v14M44 63.5v.1" strokeWidth="3.5" />
        </>
      ) : kind === 'rank' ? (
        <>
          <path d="M14 68h60" />
          <path d="M20 68V50h15v18M35 68V36h18v32M53 68V56h15v12" fill="currentColor" fillOpacity=".14" />
          <path d="m44 14 3 6.2 6.8 1-4.9 4.7 1.2 6.8-6.1-3.2-6.1 3.2 1.2-6.8-4.9-4.7 6.8-1z" />
        </>
      ) : (
        <>
          <circle cx="40" cy="40" r="20" fill="currentColor" fillOpacity=".12" />
          <path d="m55 55 15 15M32 40h16" />
        </>
      )}
    </svg>
  );
}
