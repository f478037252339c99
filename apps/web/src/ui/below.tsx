// What stands below the first sight of a long screen: drawn after it, one child at a time, between which the page answers.
import { Children, type ReactNode } from 'react';
import { useGrowing } from './growing.ts';

/** Until all are drawn there is room below, so that a place further down can be returned to. */
export function Below({ children }: { children: ReactNode }) {
  const parts = Children.toArray(children);
  const count = useGrowing(parts.length, 0, 1);
  return (
    <>
      {parts.slice(0, count)}
      {count < parts.length ? <div className="below" aria-busy="true" /> : null}
    </>
  );
}
