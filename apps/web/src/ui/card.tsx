// The one card level, and the titled section that holds cards.
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface CardProps {
  readonly tight?: boolean;
  /** No padding: the card holds a list. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
  readonly 'aria-label'?: string;
  readonly 'aria-busy'?: boolean;
}

export function Card({ tight, flush, className, ...rest }: CardProps) {
  return <section className={cx('card', tight && 'card--tight', flush && 'card--flush', className)} {...rest} />;
}

export function CardHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="card__head">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Section({ title, end, children }: { title: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="section">
      <div className="section__head">
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}
