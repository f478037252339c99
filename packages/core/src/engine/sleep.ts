// A bot that nothing happens to for long is kept packed: its state and its orders, nine tenths of it, as one short string.
// Its head (books, params, wake points, counts) stays as it is. Whoever keeps bots wakes one before the engine or a
// snapshot meets it; a sleeping bot throws when it is written down.
import type { TimeMs } from '../money/units.ts';
import type { Bot, BotOrder } from './bot.ts';
import { Packer } from './pack.ts';

/** What of a bot can be read while it sleeps. */
export type BotHead = Readonly<Omit<Bot, 'orders' | 'state'>>;

/** So long nothing happens to a bot before it is packed: what trades all the time is never packed and unpacked. */
export const AWAKE_FOR_MS: TimeMs = 300_000;

type Body = Pick<Bot, 'state'> & { orders: (BotOrder | null)[] };

/** Its tables grow with the forms of states, not with bots: all bots of a process share them. */
const packer = new Packer();

const refuse = {
  enumerable: true,
  value: () => {
    throw new Error('a sleeping bot is no snapshot');
  },
};
const NO_ORDERS = Object.freeze(Object.defineProperty([], 'toJSON', refuse)) as unknown as (BotOrder | null)[];
const NO_STATE: unknown = Object.freeze(Object.defineProperty({}, 'toJSON', refuse));

/** Takes state and orders out of the bot; what it answers is never ''. */
export function putToSleep(bot: Bot): string {
  const body = bot as Body;
  const packed = packer.pack([body.state, body.orders]);
  body.state = NO_STATE;
  body.orders = NO_ORDERS;
  return packed;
}

/** The very bot that fell asleep. */
export function wakeUp(bot: Bot, packed: string): void {
  const body = bot as Body;
  [body.state, body.orders] = packer.unpack(packed) as [unknown, (BotOrder | null)[]];
}
