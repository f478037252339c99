// An instrument: what is traded, in which steps, under which filters of its venue. Every conversion between ticks, lots
// and atoms goes through the integers stored here, so no float comes near an amount.
import type { Atoms, Lots, Ppm, Ticks } from '../money/units.ts';

export type MarketKind = 'spot' | 'futures';
/** The asset in which a fill's fee is taken. `received`: base on a buy, quote on a sell (spot exchanges' default). */
export type FeeAsset = 'received' | 'quote';

/** One step of a contract's margin table: it holds for notionals from its floor up to the next one's. */
export interface LeverageBracket {
  readonly floorAtoms: Atoms; // notional in quote atoms
  readonly maxLeverage: number;
  readonly maintenancePpm: Ppm;
  /** What the rate is reduced by, so that the maintenance margin has no jumps: in quote atoms. */
  readonly cumAtoms: Atoms;
}

/** What a perpetual contract has besides a spot pair's filters. One contract = one coin. */
export interface ContractTerms {
  /** Ascending by floor; the first begins at 0. */
  readonly brackets: readonly LeverageBracket[];
  readonly fundingIntervalMs: number;
  /** Of the notional, for the insurance fund, when the venue liquidates. */
  readonly liquidationFeePpm: Ppm;
}

/** How far from the market a limit order may be priced, in millionths of the market's price; 0 = no bound on that side. */
export interface PriceBand {
  readonly buyLeastPpm: Ppm;
  readonly buyMostPpm: Ppm;
  readonly sellLeastPpm: Ppm;
  readonly sellMostPpm: Ppm;
}

export interface Instrument {
  readonly symbol: string; // 'BTC/USDT'
  readonly market: MarketKind;
  readonly base: string;
  readonly quote: string;
  readonly tickSize: string; // decimal string, '0.01'
  readonly stepSize: string; // decimal string, '0.00001'
  readonly priceDecimals: number; // decimals of tickSize
  readonly qtyDecimals: number; // decimals of stepSize
  readonly tickUnits: number; // tickSize in units of 10^-priceDecimals
  readonly stepUnits: number; // stepSize in units of 10^-qtyDecimals
  readonly baseScale: number; // decimals of a base atom, at least qtyDecimals; 8 unless the spec says less
  readonly quoteScale: number; // decimals of a quote atom: max(8, priceDecimals + qtyDecimals)
  readonly baseAtomsPerLot: number;
  readonly quoteAtomsPerTickLot: number;
  readonly minQtyLots: Lots;
  /** Of one limit order. */
  readonly maxQtyLots: Lots;
  /** Of one market order; a stop at market is one, too. Never above maxQtyLots. */
  readonly maxMarketLots: Lots;
  readonly minNotionalAtoms: Atoms; // in quote atoms
  /** The most that one limit order, and one market order, may be worth; MAX_SAFE_INTEGER = no bound. */
  readonly maxNotionalAtoms: Atoms;
  readonly maxMarketNotionalAtoms: Atoms;
  readonly minPriceTicks: Ticks;
  readonly maxPriceTicks: Ticks;
  /** null = none is known. */
  readonly priceBand: PriceBand | null;
  readonly maxOpenOrders: number;
  readonly makerPpm: Ppm;
  readonly takerPpm: Ppm;
  readonly feeAsset: FeeAsset;
  /** null on spot. */
  readonly contract: ContractTerms | null;
}
