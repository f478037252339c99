// What the runner tells about bots on the bus, free of language; the feature that owns bots words it for each listener.

import type { BotRecord } from './bot-record.ts';
import type { ActionWrite, PositionWrite } from './runner-writes.ts';

export type BotSnapshot = Omit<BotRecord, 'engine'>;

export interface BotChanged {
  /** False when nothing but the price has changed. */
  readonly whole: boolean;
  readonly bot: BotSnapshot;
  /** Last price of its market; null before the first print. */
  readonly price: string | null;
  readonly marketMs: number;
}

/** Of a leg it also says whose it is. */
type OfBot = Pick<
  BotRecord,
  'name' | 'typeId' | 'symbol' | 'exchange' | 'market' | 'simulate' | 'symbolRules' | 'parentId' | 'leg'
>;

export interface ActionWritten {
  readonly action: ActionWrite;
  readonly bot: OfBot;
}

export interface PositionChanged {
  readonly position: PositionWrite;
  readonly bot: OfBot;
  readonly price: string | null;
  readonly marketMs: number;
}
