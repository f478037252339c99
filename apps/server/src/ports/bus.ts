// Live events inside the installation: features and the runner publish, the push door delivers. Events are hints; a
// lost one costs a refresh, never a fact.
export interface PrivateEvent {
  readonly channel: 'bot' | 'position' | 'action' | 'account' | 'batch' | 'deposit' | 'withdraw';
  readonly userId: number;
  /** What everybody is sent, or one for each language where it holds texts. */
  readonly data: unknown | PerLanguage;
}

export class PerLanguage {
  readonly zh: unknown;
  readonly en: unknown;

  constructor(zh: unknown, en: unknown) {
    this.zh = zh;
    this.en = en;
  }
}

export interface PublicEvent {
  /** `ticker:{exchange}:{market}:{symbol}` or `system`. */
  readonly channel: `ticker:${string}` | 'system';
  readonly data: unknown;
}

export type BusEvent = PrivateEvent | PublicEvent;

export interface Bus {
  publish(event: BusEvent): void;
  /** Returns the function that ends the subscription. A listener that throws does not keep others from the event. */
  subscribe(listener: (event: BusEvent) => void): () => void;
}
