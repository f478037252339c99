// What a route shows while its chunk travels: the frame of a screen, so that nothing jumps when it arrives. The page itself
// (index.html) has the same until the app draws.
import { Logo } from '../ui/logo.tsx';
import { Skeleton } from '../ui/states.tsx';

export function ScreenPlaceholder() {
  return (
    <main className="screen" aria-busy="true">
      <header className="header header--root">
        <Logo size={28} />
      </header>
      <div className="page">
        <div className="card stack">
          <Skeleton width="30%" />
          <Skeleton width="52%" height={32} />
          <Skeleton width="70%" />
        </div>
      </div>
    </main>
  );
}
