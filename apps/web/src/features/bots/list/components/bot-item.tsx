// One bot of the list, as a card or as a row of the pane. Each second brings every running bot a price: drawn are those that
// can be seen, so that a screen's work does not grow with its bots.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { memo } from 'react';
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
}

type DrawnProps = BotItemProps & { readonly seen: boolean };

export function BotItem(props: BotItemProps) {
  const [row, seen] = useSeen<HTMLLIElement>();
  return (
    <li ref={row}>
      <Drawn {...props} seen={seen} />
    </li>
  );
}

const Drawn = memo(({ bot, chosen, operations }: DrawnProps) => {
  return chosen === null ? <BotCard bot={bot} operations={operations} /> : <BotRow bot={bot} chosen={chosen} />;
}, isDrawn);

/** `before` is what was drawn last, however long ago. */
function isDrawn(before: DrawnProps, { bot, chosen, operations, seen }: DrawnProps): boolean {
  if (before.chosen !== chosen || before.operations !== operations) return false;
  return before.bot === bot || (!seen && differsInPriceOnly(before.bot, bot));
}
