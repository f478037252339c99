// A user's accounts at venues. The row is made with the user; it is the intent to open one and carries the reference the venue knows it by; the
// venue's own name of it is filled in when the venue has answered.
export interface ExchangeAccount {
  readonly id: number;
  readonly userId: number;
  readonly exchange: string;
  readonly ref: string;
  /** Null until the venue has opened it. */
  readonly account: string | null;
}

export interface AccountStore {
  of(userId: number, exchange: string): Promise<ExchangeAccount | null>;
  /** Those not opened in these books of the venue, oldest first. */
  unopened(exchange: string, books: string, limit: number): Promise<ExchangeAccount[]>;
  setOpened(id: number, account: string, books: string): Promise<void>;
}
