// The market of the screen as the core counts it, and what a preview must know about it besides. Fees and rates travel in
// percent and are fractions in an instrument.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { PreviewContext } from '@cormorant/core/strategy/preview.ts';
import type { MarketView } from './assistant.ts';
import type { CoreMoney } from './core-money.ts';

const ppmDecimals = 6;
export const percentDecimals = 4;
/** A percentage as 1e-8: what a funding rate counts in. */
const rateDecimals = 6;

export function instrumentOf(core: CoreMoney, symbol: MarketSymbol): Instrument {
  const fraction = (percent: string) =>
    core.formatScaled(core.parseScaled(percent, percentDecimals, 'ceil'), ppmDecimals);
  const { contract } = symbol;
  return core.makeInstrument({
    symbol: symbol.symbol,
    market: symbol.market,
    tick: symbol.tick,
    step: symbol.step,
    minQty: symbol.min_qty,
    maxQty: symbol.max_qty,
    minNotional: symbol.min_amount,
    minPrice: symbol.min_price,
    maxPrice: symbol.max_price,
    maxOpenOrders: symbol.max_open_orders,
    maker: fraction(symbol.maker),
    taker: fraction(symbol.taker),
    feeAsset: symbol.fee_asset,
    ...(contract && {
      contract: {
        brackets: contract.brackets.map(({ floor, max_leverage, maintenance, cum }) => ({
          floor,
          maxLeverage: max_leverage,
          maintenance: fraction(maintenance),
          cum,
        })),
        fundingHours: contract.funding_hours,
        liquidationFee: fraction(contract.liquidation_fee),
      },
    }),
  });
}

export function previewContext(
  core: CoreMoney,
  view: MarketView,
  instrument: Instrument,
  investmentAtoms: number,
): PreviewContext {
  const { worst, funding, symbol } = view;
  const ppm = (text: string | null) => (text === null ? null : core.parseScaled(text, percentDecimals, 'floor'));
  const three = (list: readonly (string | null)[]) =>
    [ppm(list[0] ?? null), ppm(list[1] ?? null), ppm(list[2] ?? null)] as const;
  const rate = (percent: string) => core.parseScaled(percent, rateDecimals, 'floor');
  return {
    nowMs: view.nowMs,
    instrument,
    lastTicks: core.priceToTicks(instrument, view.last, 'floor'),
    investmentAtoms,
    worst: worst === null ? null : { fallPpm: three(worst.fall), risePpm: three(worst.rise) },
    funding:
      funding === null
        ? null
        : {
            lastE8: symbol.funding_rate === undefined ? 0 : rate(symbol.funding_rate),
            threeDaysE8: rate(funding.rate),
            settlements: funding.settlements,
          },
  };
}

/** A share of what is available, in percent, as an amount cut to the cent. */
export function amountOf(core: CoreMoney, percent: number, { symbol, available }: MarketView): string {
  if (available === null) return '';
  const instrument = instrumentOf(core, symbol);
  const cent = 10 ** (instrument.quoteScale - 2);
  const share = core.mulDiv(core.parseQuote(instrument, available, 'floor'), Math.round(percent), 100, 'floor');
  return core.formatQuote(instrument, share - (share % cent));
}

/** Null for what is no amount yet; throws for one beyond every market. */
export function atomsOf(core: CoreMoney, instrument: Instrument, amount: string): number | null {
  try {
    return amount === '' ? null : core.parseQuote(instrument, amount, 'floor');
  } catch (error) {
    if (error instanceof core.MoneyError && error.problem !== 'range') return null;
    throw error;
  }
}
