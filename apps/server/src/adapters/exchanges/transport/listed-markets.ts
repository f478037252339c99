// What the market data of every exchange keeps: its rules for an hour, read at once when an order broke one of them (reliability
// B6), and its prices for two seconds, each reading serving whoever asks meanwhile.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { VenueCandle, VenueClock, VenueSymbol, VenueTicker } from '../../../ports/venue.ts';
import { trimmed } from '../shared/exact-json.ts';
import type { TradingCard } from '../shared/exchange-profile.ts';
import { type Kept, keptReading } from '../shared/kept-reading.ts';
import type { MarketName } from '../shared/market-names.ts';
import type { ExchangeBudget } from './exchange-budget.ts';
import type { SignedRequests } from './signed-requests.ts';

export const RULES_MS = 3_600_000;
const RULES_AGAIN_MS = 5_000;
const TICKERS_MS = 2_000;

export interface MarketDataDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
}

export abstract class ListedMarkets {
  protected readonly deps: MarketDataDeps;
  readonly #nameOf: (symbol: string) => MarketName;
  #rules: Kept<VenueSymbol[]> | null = null;
  #tickers: Kept<VenueTicker[]> | null = null;

  /** `nameOf`: the exchange's name of a market of ours. */
  constructor(deps: MarketDataDeps, nameOf: (symbol: string) => MarketName) {
    this.deps = deps;
    this.#nameOf = nameOf;
  }

  protected abstract readRules(): Promise<VenueSymbol[]>;
  protected abstract readTickers(): Promise<VenueTicker[]>;

  symbols(): Promise<VenueSymbol[]> {
    this.#rules = keptReading(this.#rules, RULES_MS, this.nowMs(), () => this.readRules());
    return this.#rules.value;
  }

  tickers(): Promise<VenueTicker[]> {
    this.#tickers = keptReading(this.#tickers, TICKERS_MS, this.nowMs(), () => this.readTickers());
    return this.#tickers.value;
  }

  /** Ours by theirs, of one kind; markets that we do not list hold no order of ours. */
  async names(kind: MarketKind): Promise<ReadonlyMap<string, MarketName>> {
    const listed = (await this.symbols()).filter(({ market }) => market === kind);
    return new Map(listed.map(({ symbol }) => [this.#nameOf(symbol).id, this.#nameOf(symbol)]));
  }

  /** An order broke a rule that it kept as far as we knew: true = they are read again. */
  rulesAreOld(): boolean {
    if (this.#rules === null || this.nowMs() - this.#rules.atMs < RULES_AGAIN_MS) return false;
    this.#rules = null;
    return true;
  }

  async clock(): Promise<VenueClock> {
    const { card, line } = this.deps;
    return { marketNowMs: await line.exchangeNowMs(), speed: 1, state: 'running', books: card.exchange };
  }

  protected nowMs(): number {
    return this.deps.budget.nowMs();
  }
}

/** Of a row that tells its moment, open, high, low, close and volume, in this order. */
export function candleOf(row: readonly [number, string, string, string, string, string, ...unknown[]]): VenueCandle {
  const [atMs, open, high, low, close, volume] = row;
  return [atMs, trimmed(open), trimmed(high), trimmed(low), trimmed(close), trimmed(volume)];
}
