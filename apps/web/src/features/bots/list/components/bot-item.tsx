// One bot of the list, as a card or as a row of the pane. Each second brings every running bot a price: drawn are those that
// can be seen, so that a screen's work does not grow with its bots.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { memo, useDeferredValue } from 'react';
import { useSeen } from '../../../../ui/seen.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { differsInPriceOnly } from '../price-figures.ts';
import { BotCard } from './bot-card.tsx';
import { BotRow } from './bot-row.tsx';

export interface BotItemProps {
  readonly bot: Bot;
  readonly operations: Operations;
  /** In the pane: whether it is the chosen one. */
  readonly chosen: boolean | null;
  /** Until then its box is empty. */
  readonly drawn: boolean;
}

type DrawnProps = Omit<BotItemProps, 'drawn'> & { readonly seen: boolean };

export function BotItem({ drawn, bot, ...props }: BotItemProps) {
  const [row, seen] = useSeen<HTMLLIElement>();
  // What nobody sees is drawn when nothing else waits.
  const later = useDeferredValue(bot);
  return (
    <li ref={row} className="botitem">
      {drawn ? <Drawn {...props} bot={seen ? bot : later} seen={seen} /> : null}
    </li>
  );
}

const Drawn = memo(({ bot, chosen, operations }: DrawnProps) => {
  if (chosen === null) return <BotCard bot={bot} operations={operations} />;
  return <BotRow bot={bot} operations={operations} chosen={chosen} />;
}, isDrawn);

/** `before` is what was drawn last, however long ago. */
function isDrawn(before: DrawnProps, { bot, chosen, operations, seen }: DrawnProps): boolean {
  if (before.chosen !== chosen || before.operations !== operations) return false;
  return before.bot === bot || (!seen && differsInPriceOnly(before.bot, bot));
}
