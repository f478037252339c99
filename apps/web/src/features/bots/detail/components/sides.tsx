// Both sides of a bot that is long and short at once: what each waits for, its prices, what it holds, its ladder.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { symbolsQuery } from '../../../../lib/queries.ts';
import { useTicker } from '../../../../lib/socket/live.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { type SideBot, sideBots } from '../side-bots.ts';
import { GuardsCard } from './guards-card.tsx';
import { LadderCard } from './ladder-card.tsx';
import { LegsCard } from './legs-card.tsx';
import { LevelsCard } from './levels-card.tsx';
import { WatchNotes } from './watch-notes.tsx';

interface SidesProps {
  readonly bot: BotDetail;
  readonly price: string | null;
  readonly tick: string | undefined;
  readonly operations: Operations;
}

export function SidesNotes({ bot }: { bot: BotDetail }) {
  const { data: markets } = useQuery(symbolsQuery(bot.exchange, bot.market));
  const tick = markets?.list.find((market) => market.symbol === bot.symbol)?.tick;
  const price = useTicker(bot.exchange, bot.market, bot.symbol)?.last ?? bot.price;
  return sideBots(bot).map((side) => <WatchNotes key={side.side} bot={side} price={price} tick={tick} />);
}

/** What both hold together, and the first side; on wide windows the other one stands beside it. */
export function SidesOwn({ bot, price, tick, operations }: SidesProps) {
  const [first] = sideBots(bot);
  return (
    <>
      <LegsCard bot={bot} operations={operations} />
      {first ? <Side side={first} price={price} tick={tick} /> : null}
    </>
  );
}

export function SidesPlan({ bot, price, tick }: Omit<SidesProps, 'operations'>) {
  const [first, second] = sideBots(bot);
  return (
    <>
      {second ? <Side side={second} price={price} tick={tick} /> : null}
      {first ? <GuardsCard bot={first} price={price} /> : null}
    </>
  );
}

function Side({ side, price, tick }: { side: SideBot } & Pick<SidesProps, 'price' | 'tick'>) {
  return (
    <>
      <SideHead side={side} />
      <LevelsCard bot={side} price={price} tick={tick} />
      <LadderCard bot={side} tick={tick} />
    </>
  );
}

function SideHead({ side: { phase, side, status } }: { side: SideBot }) {
  const { t } = useTranslation();
  return (
    <h2 className="between sides__head">
      <b className={side === 'long' ? 't-body up' : 't-body down'}>{t(`legs.sides.${side}`)}</b>
      <span className="t-meta c3">{t(status === 'stopped' ? 'bots.status.stopped' : `round.phase.${phase}`)}</span>
    </h2>
  );
}
