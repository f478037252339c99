// Lists of the hand: load more on scroll, pull to refresh. Both answer to the keyboard's world too: the foot is a button
// when the next page failed, and refreshing is offered elsewhere on the page for those who cannot pull.
import { type ReactNode, type TouchEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { useUiWords } from './words.tsx';

export interface InfiniteListProps {
  readonly children: ReactNode;
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly failed?: boolean;
  readonly onMore: () => void;
}

/** Asks for more when its foot comes within 240 px of the view. */
export function InfiniteList({ children, hasMore, loading, failed = false, onMore }: InfiniteListProps) {
  const words = useUiWords();
  const foot = useRef<HTMLDivElement>(null);
  const wanted = hasMore && !loading && !failed;
  useEffect(() => {
    const element = foot.current;
    if (!wanted || element === null) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onMore(), {
      rootMargin: '240px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [wanted, onMore]);
  return (
    <>
      {children}
      <div ref={foot} className="listfoot" aria-live="polite">
        {failed ? (
          <Button size="s" tone="soft" onClick={onMore}>
            {words.retry}
          </Button>
        ) : hasMore || loading ? (
          words.loading
        ) : (
          words.noMore
        )}
      </div>
    </>
  );
}

const threshold = 64;

export function PullToRefresh({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) {
  const words = useUiWords();
  const startY = useRef<number | null>(null);
  const [pulled, setPulled] = useState(0);
  const [busy, setBusy] = useState(false);
  function onTouchStart(event: TouchEvent) {
    startY.current = window.scrollY <= 0 && !busy ? (event.touches[0]?.clientY ?? null) : null;
  }
  function onTouchMove(event: TouchEvent) {
    if (startY.current === null) return;
    const distance = (event.touches[0]?.clientY ?? startY.current) - startY.current;
    setPulled(window.scrollY > 0 ? 0 : Math.max(0, Math.min(distance * 0.5, 96)));
  }
  async function onTouchEnd() {
    startY.current = null;
    const enough = pulled >= threshold;
    setPulled(0);
    if (!enough) return;
    setBusy(true);
    await onRefresh().finally(() => setBusy(false));
  }
  return (
    <div
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={() => void onTouchEnd()}
      onTouchCancel={() => setPulled(0)}
    >
      <div className="pull" style={{ height: busy ? 44 : pulled }} aria-live="polite">
        {busy ? (
          <span className="spinner" role="status" aria-label={words.loading} />
        ) : pulled > 8 ? (
          pulled >= threshold ? (
            words.releaseToRefresh
          ) : (
            words.pullToRefresh
          )
        ) : null}
      </div>
      {children}
    </div>
  );
}
