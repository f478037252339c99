// The prices of a bot as its chart draws them: resting orders of a grid, its average, the next add, its exits, where it
// would be liquidated, the trigger while it waits.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { PriceLine, PriceLineKind } from '../chart/price-lines.ts';
import { paramOf } from '../grid-params.ts';
import { hasCallback } from './levels.ts';
import { type SideBot, sideBots } from './side-bots.ts';

type Priced = Pick<
  BotDetail,
  'grid' | 'position' | 'stop_loss' | 'take_profit' | 'stop_unit' | 'params' | 'phase' | 'status' | 'watch' | 'margin'
>;

type Side = SideBot['side'];

/** `arming` is the target of a bot that goes on to follow the best price. */
export type LineWord = 'average' | 'take_profit' | 'arming' | 'stop_loss' | 'add' | 'liquidation' | 'trigger';

/** Of two sides what happens next: their far exits and liquidations stand in the cards of each side. */
const nearKinds: ReadonlySet<PriceLineKind> = new Set(['average', 'take_profit', 'add']);

export function botLines(bot: BotDetail, words: (word: LineWord, side?: Side) => string): PriceLine[] {
  const sides = sideBots(bot);
  if (sides.length === 0) return chartLines(bot, (word) => words(word));
  return sides.flatMap((one) =>
    chartLines(one, (word) => words(word, one.side)).filter(({ kind }) => nearKinds.has(kind)),
  );
}

/** Of one position. */
export function chartLines(bot: Priced, words: (word: LineWord) => string): PriceLine[] {
  const lines: PriceLine[] = [];
  for (const { price, side, state } of bot.grid ?? []) {
    if (side !== '' && (state === 'live' || state === 'pending')) lines.push({ price, kind: side });
  }
  const add = (kind: PriceLineKind, word: LineWord, price: string | null | undefined) => {
    if (price) lines.push({ price, kind, label: words(word) });
  };
  const { watch, margin, position } = bot;
  add('average', 'average', watch?.average ?? position?.avg_price);
  add('liquidation', 'liquidation', margin?.liq_price);
  if (bot.status === 'stopped') return lines;
  const byPrice = bot.stop_unit === 'price';
  const target = watch?.take_profit_price ?? (byPrice ? bot.take_profit : null);
  add('take_profit', hasCallback(bot) ? 'arming' : 'take_profit', target);
  add('stop_loss', 'stop_loss', watch?.stop_loss_price ?? (byPrice ? bot.stop_loss : null));
  add('add', 'add', watch?.next_add_price);
  if (bot.phase === 'waiting') add('trigger', 'trigger', paramOf(bot, 'trigger_price') ?? paramOf(bot, 'entry_price'));
  return lines;
}
