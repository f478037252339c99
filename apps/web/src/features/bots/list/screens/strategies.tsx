// Screen 12, the strategies: the list, and on wide windows the first bot of it beside.
import { useQuery } from '@tanstack/react-query';
import { botListQuery } from '../../../../lib/queries.ts';
import { useWide } from '../../../../lib/use-wide.ts';
import { BotPanes } from '../../detail/lazy-panes.ts';
import { StrategyList } from '../components/strategy-list.tsx';

export function Strategies() {
  const wide = useWide();
  const { data: first } = useQuery({ ...botListQuery(), select: ({ list }) => list[0]?.id });
  if (wide && first !== undefined) return <BotPanes botId={first} />;
  return (
    <main className="screen screen--tabs screen--fab">
      <StrategyList />
    </main>
  );
}
