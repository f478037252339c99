// What the other markets of a bot of several legs mean for its preview: the spot leg's fee, the triangle at its last prices
// and how often it paid, and what each wallet must hold.
import type { Triangle } from '@cormorant/contract/entities/triangle.ts';
import type { RawParams } from '@cormorant/core/strategy/field.ts';
import type { LegOutlook, LegQuote, PreviewContext } from '@cormorant/core/strategy/preview.ts';
import type { LegsView, Shares } from './assistant.ts';
import type { CoreMoney } from './core-money.ts';
import { instrumentOf, percentDecimals } from './instrument-of.ts';

export function legOutlook(core: CoreMoney, { spotTaker, triangle }: LegsView, raw: RawParams): LegOutlook {
  return {
    ...(spotTaker !== null && { spotTakerPpm: core.parseScaled(spotTaker, percentDecimals, 'ceil') }),
    ...(triangle && { triangle: quotesOf(core, triangle) }),
    ...(triangle && triangle.days > 0 && { chancesDayE2: chancesDay(triangle, Number(raw['min_profit'])) }),
  };
}

/** At their last prices: what a spread takes away is not known before. */
function quotesOf(core: CoreMoney, { legs }: Triangle): readonly [LegQuote, LegQuote, LegQuote] {
  const [first, second, third] = legs.map((symbol): LegQuote => {
    const instrument = instrumentOf(core, symbol);
    const ticks = core.priceToTicks(instrument, symbol.last ?? '0', 'floor');
    return { instrument, bidTicks: ticks, askTicks: ticks };
  });
  return [first!, second!, third!];
}

/** In hundredths a day: those that would have brought what is asked. */
function chancesDay({ chances, days }: Triangle, least: number): number {
  return Math.round((chances.filter((net) => Number(net) >= least).length * 100) / days);
}

/** Of a bot that holds the coin on spot and is short its contract: the short has 1 / (leverage + 1) of the money. */
export function sharesOf(core: CoreMoney, raw: RawParams, context: PreviewContext): Shares | null {
  const { instrument, investmentAtoms } = context;
  if (raw['kind'] !== 'funding') return null;
  const futures = Math.floor(investmentAtoms / (Number(raw['leverage']) + 1));
  return {
    spot: core.formatQuote(instrument, investmentAtoms - futures),
    futures: core.formatQuote(instrument, futures),
  };
}
