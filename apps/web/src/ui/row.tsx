// A list row: mark, title and meta, picture, end figure. As a link or button it is one target of at least 56 px.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

export interface RowProps {
  readonly start?: ReactNode;
  readonly title: ReactNode;
  readonly meta?: ReactNode;
  readonly middle?: ReactNode;
  readonly end?: ReactNode;
  readonly endMeta?: ReactNode;
  readonly to?: string;
  readonly onPress?: () => void;
}

export function Row({ start, title, meta, middle, end, endMeta, to, onPress }: RowProps) {
  const inside = (
    <>
      {start}
      <div className="row__body">
        <div className="row__title">{title}</div>
        {meta === undefined ? null : <div className="row__meta">{meta}</div>}
      </div>
      {middle}
      {end === undefined && endMeta === undefined ? null : (
        <div className="row__end">
          <div className="t-row">{end}</div>
          {endMeta === undefined ? null : <div className="t-meta c3">{endMeta}</div>}
        </div>
      )}
    </>
  );
  if (to !== undefined)
    return (
      <Link className="row" to={to}>
        {inside}
      </Link>
    );
  if (onPress)
    return (
      <button type="button" className="row" onClick={onPress}>
        {inside}
      </button>
    );
  return <div className="row">{inside}</div>;
}

export interface MenuRowProps {
  readonly icon: IconName;
  readonly title: ReactNode;
  /** A sentence under the title; it may take several lines. */
  readonly meta?: ReactNode;
  readonly value?: ReactNode;
  readonly to?: string;
  readonly onPress?: () => void;
  /** A control at the end (a switch) in place of value and chevron. */
  readonly control?: ReactNode;
}

export function MenuRow({ icon, title, meta, value, to, onPress, control }: MenuRowProps) {
  const inside = (
    <>
      <span className="c2 inline-flex">
        <Icon name={icon} size="m" />
      </span>
      {meta === undefined ? (
        <span>{title}</span>
      ) : (
        <span className="row__said">
          <span>{title}</span>
          <span className="t-meta c3">{meta}</span>
        </span>
      )}
      <span className="row__end">
        {control ?? (
          <>
            {value}
            {to !== undefined || onPress ? <Icon name="right" size="xs" /> : null}
          </>
        )}
      </span>
    </>
  );
  if (to !== undefined)
    return (
      <Link className="row row--menu" to={to}>
        {inside}
      </Link>
    );
  if (onPress)
    return (
      <button type="button" className="row row--menu" onClick={onPress}>
        {inside}
      </button>
    );
  return <div className="row row--menu">{inside}</div>;
}

/** A card of menu rows. */
export function Menu({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className="card card--flush menu" aria-label={label}>
      <div className="list list--inset">{children}</div>
    </section>
  );
}
