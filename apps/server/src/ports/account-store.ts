// A user's accounts at venues. The row is the intent to open one and carries the reference the venue knows it by; the
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
  /** Made with the user; the same row ever after. */
  ensure(userId: number, exchange: string, ref: string): Promise<ExchangeAccount>;
  of(userId: number, exchange: string): Promise<ExchangeAccount | null>;
  listOf(userId: number): Promise<ExchangeAccount[]>;
  unopened(exchange: string, limit: number): Promise<ExchangeAccount[]>;
  setOpened(id: number, account: string): Promise<void>;
}
