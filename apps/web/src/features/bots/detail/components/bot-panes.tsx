// Wide windows: the list of 396 px, and the chosen bot beside it. The list keeps its place while bots are chosen in it.
import { useLayoutEffect, useRef } from 'react';
import { StrategyList } from '../../list/components/strategy-list.tsx';
import { BotDetailLoader } from './bot-detail-loader.tsx';

let listPlace = 0;

export function BotPanes({ botId }: { botId: number }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    element.scrollTop = listPlace;
    const remember = () => {
      listPlace = element.scrollTop;
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, []);
  return (
    <main className="panes">
      <div ref={list}>
        <div className="screen">
          <StrategyList pane={{ chosen: botId }} />
        </div>
      </div>
      <div>
        <div className="screen">
          <BotDetailLoader key={botId} botId={botId} wide />
        </div>
      </div>
    </main>
  );
}
