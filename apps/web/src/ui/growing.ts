// A long list is drawn from its top in small pieces, between which the page answers; what can be seen at once comes first.
import { startTransition, useEffect, useState } from 'react';

/** How many of `total` are to be drawn now: `first` at once, then `step` more with each rendering, until it is all of them. */
export function useGrowing(total: number, first: number, step: number): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + step));
  }, [count, step, total]);
  return count;
}
