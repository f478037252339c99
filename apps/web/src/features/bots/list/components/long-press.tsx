// A finger that rests on the list begins the choosing of many; moving or lifting it is scrolling or a tap as ever.
import { type ReactNode, type TouchEvent, useEffect, useRef } from 'react';

const restMs = 550;
const stillPx = 10;

/** The finger that rested is lifted over what has taken the list's place: that is no tap on it. */
function forgiveLift(): void {
  const calm = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, signal: calm.signal });
  for (const next of ['pointerdown', 'keydown'])
    window.addEventListener(next, () => calm.abort(), { capture: true, signal: calm.signal });
}

export function LongPress({ onLongPress, children }: { onLongPress: () => void; children: ReactNode }) {
  const rest = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  function forget() {
    clearTimeout(rest.current?.timer);
    rest.current = null;
  }
  useEffect(() => () => clearTimeout(rest.current?.timer), []);
  function onTouchStart({ touches }: TouchEvent) {
    forget();
    const touch = touches[0];
    if (touch === undefined || touches.length > 1) return;
    const begin = () => {
      forgiveLift();
      onLongPress();
    };
    rest.current = { timer: setTimeout(begin, restMs), x: touch.clientX, y: touch.clientY };
  }
  function onTouchMove({ touches }: TouchEvent) {
    const touch = touches[0];
    const { current } = rest;
    if (touch === undefined || current === null) return;
    if (Math.abs(touch.clientX - current.x) > stillPx || Math.abs(touch.clientY - current.y) > stillPx) forget();
  }
  return (
    <div
      className="stack"
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={forget}
      onTouchCancel={forget}
    >
      {children}
    </div>
  );
}
