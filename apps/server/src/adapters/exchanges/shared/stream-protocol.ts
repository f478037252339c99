// How an exchange's streams are spoken with, whatever its wire: what is said to follow markets and accounts, and what is heard.
// The lines that use it know when they are deaf; a speech knows words only.

import type { MarketName } from './market-names.ts';
import type { MarketNews, UserNews } from './stream-news.ts';

export interface MarketSpeech {
  nameOf(symbol: string): MarketName;
  /**
   * By the exchange's names of markets; `awaited` is the id of the answer to the last message, `answers` those to all of them, where a
   * refusal bears one.
   */
  follow(ids: readonly string[]): {
    readonly messages: readonly object[];
    readonly awaited: string;
    readonly answers?: readonly string[];
  };
  leave(ids: readonly string[]): readonly object[];
  hear(text: string): readonly MarketNews[];
  /** A text of its own by which it asks for a sign of life; absent = that of the protocol. */
  readonly pulse?: string;
}

export interface UserSpeech {
  address(): Promise<string>;
  /** What is said first; null = nothing has to be. Rejects where it cannot be said. */
  hello(): Promise<object | null>;
  hear(text: string, nameOfMarket: (id: string) => MarketName | undefined): readonly UserNews[];
  /** Keeps what the line stands on alive; false = it is not there any more. Absent = nothing needs it. */
  renew?(): Promise<boolean>;
  readonly pulse?: string;
  /** Said when the line is opened. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of one exchange. */
export interface Speech {
  market(kind: 'spot' | 'futures'): MarketSpeech;
  user(account: string, kind: 'spot' | 'futures', url: string): UserSpeech;
}
