// Whether a row can be seen. What is scrolled away need not be drawn again for each new figure.
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Rows are drawn this far beyond the edge, so that scrolling meets none that is old. */
const margin = '300px';

const rows = new Map<Element, (seen: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(row: Element, tell: (seen: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) rows.get(target)?.(isIntersecting);
    },
    { rootMargin: margin },
  );
  rows.set(row, tell);
  observer.observe(row);
  return () => {
    rows.delete(row);
    observer?.unobserve(row);
  };
}

/** What to hang on the row, and whether it is near enough to be seen; until that is known it is taken for seen. */
export function useSeen<Row extends Element>(): readonly [RefObject<Row | null>, boolean] {
  const row = useRef<Row>(null);
  const [seen, setSeen] = useState(true);
  useEffect(() => (row.current === null ? undefined : watch(row.current, setSeen)), []);
  return [row, seen];
}
