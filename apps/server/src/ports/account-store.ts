// A user's accounts at venues. The house's own account at the local exchange is a row made with the user: the intent to open
// one, with the reference the venue knows it by; the venue's own name of it is filled in when the venue has answered. The
// account behind a key is a row made with the binding, and found again by the next key of the same account.

/** 'house' = opened by us, no key needed; 'key' = traded by the key that its user bound. */
export type Wire = 'house' | 'key';

export interface ExchangeAccount {
  readonly id: number;
  readonly userId: number;
  readonly exchange: string;
  readonly wire: Wire;
  readonly ref: string;
  /** What the venue is asked with: its own name of an opened account, or `keyAccountName`. Null until the venue has opened it. */
  readonly account: string | null;
}

/**
 * An account behind a key, as its user trades on it. It names him, because the account itself may change hands: who had it
 * before must neither trade on it nor read it by the key of who has it now.
 */
export function keyAccountName(userId: number, accountUid: string): string {
  return `${userId}/${accountUid}`;
}

/** Whose account it is, and which; null = no name of that form. */
export function readKeyAccount(name: string): { userId: number; accountUid: string } | null {
  const [, userId, accountUid] = /^(\d+)\/(.+)$/s.exec(name) ?? [];
  return userId === undefined || accountUid === undefined ? null : { userId: Number(userId), accountUid };
}

export interface AccountStore {
  /** The account that the house opened there. */
  of(userId: number, exchange: string): Promise<ExchangeAccount | null>;
  /**
   * What new bots trade on: the account behind the user's key there while that key is good, the one that the house opened where
   * no key is bound. Whose key is no good is never given other money than he bound.
   */
  forNew(userId: number, exchange: string): Promise<ExchangeAccount | null>;
  /** Every account of the user, at every exchange. */
  allOf(userId: number): Promise<ExchangeAccount[]>;
  /** Those of the house not opened in these books of the venue, oldest first. */
  unopened(exchange: string, books: string, limit: number): Promise<ExchangeAccount[]>;
  setOpened(id: number, account: string, books: string): Promise<void>;
}
