// Keeps what was asked of many bots at once and how each answered, across restarts. A task shows that it is being carried
// out; one that shows no life is ended by the next reader, its unanswered items failed.
import type { JsonObject } from './bot-record.ts';

export interface BatchItem {
  readonly botId: number;
  readonly name: string;
  readonly symbol: string;
  /** 1 = done, null = not answered yet, else the catalogue's code. */
  readonly code: number | null;
  /** Key of the success text. */
  readonly said: string | null;
  /** What the text of a refusal is made of. */
  readonly detail: JsonObject | null;
}

export type BatchOutcome = Pick<BatchItem, 'code' | 'said' | 'detail'>;

export interface BatchTask {
  readonly id: string;
  readonly action: string;
  readonly status: 'pending' | 'running' | 'done';
  /** The type of a bot that is there says whether its name was made for it. */
  readonly items: (BatchItem & { readonly typeId: number | null })[];
}

export interface BatchStore {
  /** Its id. Items that are answered already stay so. */
  create(userId: number, action: string, items: readonly BatchItem[], nowMs: number): Promise<string>;
  /** The task lives, and is begun. */
  live(taskId: string, nowMs: number): Promise<void>;
  /** The first answer of an item stands. */
  answer(taskId: string, place: number, outcome: BatchOutcome, nowMs: number): Promise<void>;
  end(taskId: string): Promise<void>;
  /** Null for somebody else's and for one begun before `sinceMs`. A task without life since `deadMs` is ended with `lost`. */
  read(userId: number, taskId: string, sinceMs: number, deadMs: number, lost: number): Promise<BatchTask | null>;
  removeOlderThan(timeMs: number): Promise<void>;
}
