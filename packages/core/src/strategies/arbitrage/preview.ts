// What an arbitrage bot will be before it starts. Funding: notional, margin, APR before costs with the costs beside it, the
// days until funding has paid them, liquidation distance. Triangular and cross: what they look for, told honestly; their
// net depends on prices of other markets, which the caller may give.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { liquidationTicks } from '../../market/margin.ts';
import { formatPercent, formatScaled } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms } from '../../money/units.ts';
import type { LegOutlook, Preview, PreviewContext, PreviewFigure, PreviewNote } from '../../strategy/preview.ts';
import type { ArbitrageParams, FundingParams, TriangularParams } from './params.ts';
import { aprE8, breakEvenCentidays, roundFeesPpm } from './rates.ts';
import { triangleNetE8 } from './triangle.ts';

/** Of the capital; the rest pays fees and prices that give way. */
const USED_PPM = 950_000;
/** Where the spot leg's own fee is not known. */
const USUAL_SPOT_TAKER_PPM = 1_000;

export function previewArbitrage(params: ArbitrageParams, context: PreviewContext): Preview {
  if (params.kind === 'funding') return previewFunding(params, context);
  const { instrument, investmentAtoms } = context;
  const order = params.maxOrderAtoms > 0 ? Math.min(params.maxOrderAtoms, investmentAtoms) : investmentAtoms;
  const figures: PreviewFigure[] = [
    { key: 'max_order', unit: 'quote', value: formatQuote(instrument, order), level: 'plain' },
    { key: 'min_profit', unit: 'percent', value: formatPercent(params.minProfitPpm), level: 'plain' },
    ...(params.kind === 'triangular' ? triangleFigures(params, context.legs ?? {}) : []),
  ];
  const notes: PreviewNote[] = [
    { key: params.kind === 'cross' ? 'arb_rare_cross' : 'arb_rare', level: 'plain', data: {} },
  ];
  return { figures, table: null, lines: [], notes, refusals: [] };
}

/** What a round would bring now either way, and how often it was enough. */
function triangleFigures({ minProfitPpm }: TriangularParams, { chancesDayE2, triangle }: LegOutlook): PreviewFigure[] {
  const nets = (['forward', 'back'] as const).map((way): PreviewFigure => {
    const net = triangle === undefined ? null : triangleNetE8(triangle, way);
    const level = net !== null && net >= minProfitPpm * 100 ? 'good' : 'plain';
    return { key: `net_${way}`, unit: 'percent', value: net === null ? null : formatScaled(net, 6, true), level };
  });
  const chances = chancesDayE2 === undefined ? null : formatScaled(chancesDayE2, 2, true);
  return [...nets, { key: 'chances_day', unit: 'count', value: chances, level: 'plain' }];
}

/** N = 0.95 I L / (L + 1): spot for N, margin N / L. */
export function fundingNotionalAtoms(investmentAtoms: Atoms, leverage: number): Atoms {
  return mulDiv(applyPpm(investmentAtoms, USED_PPM, 'floor'), leverage, leverage + 1, 'floor');
}

function previewFunding({ leverage, maxBreakevenDays }: FundingParams, context: PreviewContext): Preview {
  const { instrument, investmentAtoms, funding, lastTicks } = context;
  const spotTakerPpm = context.legs?.spotTakerPpm ?? USUAL_SPOT_TAKER_PPM;
  const notional = fundingNotionalAtoms(investmentAtoms, leverage);
  const feesPpm = roundFeesPpm(spotTakerPpm, instrument.takerPpm);
  const known = funding === null ? null : { sumE8: funding.threeDaysE8, settlements: funding.settlements };
  const days = known === null ? null : breakEvenCentidays(feesPpm, known);
  const late = days === null || days > maxBreakevenDays * 100;
  const text = (value: number | null, decimals: number) =>
    value === null ? null : formatScaled(value, decimals, true);
  const liquidation = liquidationOf(instrument, investmentAtoms, leverage, lastTicks);
  const fees = formatQuote(instrument, applyPpm(notional, feesPpm, 'ceil'));
  const distance = liquidation === 0 ? null : mulDiv(liquidation - lastTicks, 1_000_000, lastTicks, 'floor');
  const figures: PreviewFigure[] = [
    { key: 'notional', unit: 'quote', value: formatQuote(instrument, notional), level: 'plain' },
    { key: 'margin', unit: 'quote', value: formatQuote(instrument, Math.floor(notional / leverage)), level: 'plain' },
    { key: 'apr', unit: 'percent', value: text(known === null ? null : aprE8(known, leverage), 6), level: 'plain' },
    { key: 'fees_round', unit: 'percent', value: formatPercent(feesPpm), level: 'plain' },
    { key: 'fees_open', unit: 'quote', value: fees, level: 'plain' },
    { key: 'break_even_days', unit: 'days', value: text(days, 2), level: late ? 'warn' : 'good' },
    {
      key: 'liquidation',
      unit: 'price',
      value: liquidation === 0 ? null : formatPrice(instrument, liquidation),
      level: 'plain',
    },
    { key: 'liquidation_distance', unit: 'percent', value: text(distance, 4), level: 'plain' },
  ];
  const notes: PreviewNote[] = [
    { key: 'arb_fees', level: 'warn', data: { amount: fees, rate: formatPercent(feesPpm) } },
  ];
  if (!late) notes.push({ key: 'arb_breakeven', level: 'plain', data: { days: text(days, 2)! } });
  if (distance !== null) {
    notes.push({
      key: 'arb_liquidation',
      level: 'warn',
      data: { price: formatPrice(instrument, liquidation), distance: formatPercent(distance) },
    });
  }
  if (known !== null && days === null)
    notes.push({ key: 'arb_wait_negative', level: 'warn', data: { rate: text(known.sumE8, 6)! } });
  else if (known !== null && late) {
    notes.push({
      key: 'arb_wait_breakeven',
      level: 'warn',
      data: { days: text(days, 2)!, limit: String(maxBreakevenDays) },
    });
  }
  return { figures, table: null, lines: [], notes, refusals: [] };
}

/** Of the short at the present price, with the leg's whole share behind it. */
function liquidationOf(instrument: Instrument, investmentAtoms: Atoms, leverage: number, lastTicks: number): number {
  if (lastTicks <= 0 || instrument.contract === null) return 0;
  const wallet = Math.floor(investmentAtoms / (leverage + 1));
  const lots = Math.floor(
    fundingNotionalAtoms(investmentAtoms, leverage) / (lastTicks * instrument.quoteAtomsPerTickLot),
  );
  const entryAtoms = lots * lastTicks * instrument.quoteAtomsPerTickLot;
  return liquidationTicks(instrument, { qtyLots: -lots, entryAtoms, marginAtoms: wallet });
}
