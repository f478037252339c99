// The cards in the middle of a bot's detail by what kind it is: `own` is what it holds and where its prices are, `rest` the
// plan it follows.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { ReactNode } from 'react';
import { useOnline } from '../../../../lib/use-online.ts';
import { paramOf } from '../../grid-params.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { CalendarCard } from './calendar-card.tsx';
import { GridCard } from './grid-card.tsx';
import { GuardsCard } from './guards-card.tsx';
import { HoldingCard } from './holding-card.tsx';
import { HookCard } from './hook-card.tsx';
import { LadderCard } from './ladder-card.tsx';
import { LegsCard } from './legs-card.tsx';
import { LegsState } from './legs-state.tsx';
import { LevelsCard } from './levels-card.tsx';
import { RulesCard } from './rules-card.tsx';
import { SidesOwn, SidesPlan } from './sides.tsx';

export interface HoldingPartsProps {
  readonly bot: BotDetail;
  readonly price: string | null;
  readonly tick: string | undefined;
  readonly operations: Operations;
}

export function holdingParts(props: HoldingPartsProps): { own: ReactNode; rest: ReactNode } {
  const { bot, price, tick } = props;
  const levels = <LevelsCard bot={bot} price={price} tick={tick} />;
  const holding = <HoldingCard {...props} />;
  if (bot.type === 'grid') {
    const onContract = bot.market === 'futures';
    // Without a position the lines are what there is to see.
    const holds = onContract && bot.position !== null;
    return {
      own: (
        <>
          {holds ? levels : null}
          {holds ? holding : null}
          <Grid {...props} />
          {onContract && !holds ? holding : null}
        </>
      ),
      rest: null,
    };
  }
  if (bot.direction === 'dual') return { own: <SidesOwn {...props} />, rest: <SidesPlan {...props} /> };
  if (bot.type === 'arbitrage') {
    return { own: <LegsCard bot={bot} operations={props.operations} />, rest: <LegsState bot={bot} /> };
  }
  const plan = planOf(bot, tick);
  return {
    own: (
      <>
        {levels}
        {holding}
      </>
    ),
    rest: (
      <>
        {plan}
        <GuardsCard bot={bot} price={price} />
        {bot.type === 'custom' && bot.params['webhook'] === '1' ? (
          <HookCard botId={bot.id} webhook={bot.webhook} />
        ) : null}
      </>
    ),
  };
}

function planOf(bot: BotDetail, tick: string | undefined): ReactNode {
  if (bot.type === 'custom') return <RulesCard bot={bot} />;
  if (paramOf(bot, 'mode') === 'calendar' || (bot.type === 'dca' && paramOf(bot, 'mode') === null))
    return <CalendarCard bot={bot} />;
  return bot.type === 'martin' || bot.type === 'dca' ? <LadderCard bot={bot} tick={tick} /> : null;
}

/** A contract's position is closed in its own card, a spot grid's here. */
function Grid({ bot, price, tick, operations }: HoldingPartsProps) {
  const online = useOnline();
  const canClose = bot.market === 'spot' && bot.can.close === 1 && online && operations.busy === null;
  return (
    <GridCard bot={bot} price={price} tick={tick} onClose={canClose ? () => operations.ask(bot, 'close') : null} />
  );
}
