// What a grid will be before it starts: the same plan the machine makes, and what it can win and lose. Pure, so that
// the editor draws it live and the server repeats it.
import {
  baseValueAtoms,
  feeAtoms,
  formatPrice,
  formatQty,
  formatQuote,
  isFeeInBase,
} from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import type { FieldIssue } from '../../strategy/field.ts';
import { slippedTicks } from '../../strategy/order-minimums.ts';
import {
  coveredKey,
  type Preview,
  type PreviewContext,
  type PreviewFigure,
  type PreviewLine,
  type PreviewNote,
} from '../../strategy/preview.ts';
import { type ContractWorst, contractWorsts, lossAt, movedWorst } from './contract-preview.ts';
import { gridLine, gridLines } from './lines.ts';
import { leastInvestmentAtoms, planOf } from './market-plan.ts';
import { type GridParams, highStopTicks, lowStopTicks } from './params.ts';
import type { GridPlan } from './plan.ts';

export interface GridPreview {
  readonly lines: readonly Ticks[];
  /** The price the grid is drawn for: the trigger, else the last price. */
  readonly priceTicks: Ticks;
  readonly emptyLine: number;
  readonly buys: number;
  readonly sells: number;
  /** 0 when the investment does not reach. */
  readonly qtyLots: Lots;
  readonly initialLots: Lots;
  /** What is traded first is worth this; the margin behind it is a part of it on a contract. */
  readonly initialAtoms: Atoms;
  /** Net of both fees, of the least and the most profitable pair, in millionths of its buy. */
  readonly netMinPpm: Ppm;
  readonly netMaxPpm: Ppm;
  readonly netMinAtoms: Atoms;
  readonly netMaxAtoms: Atoms;
  readonly minInvestmentAtoms: Atoms;
  /** Fee of the first purchase, and of the dearest pair, in quote value. */
  readonly openingFeeAtoms: Atoms;
  readonly pairFeeAtoms: Atoms;
  /** All buys filled and the price at the stop loss (sold there) or, without one, at the lower line (still held). */
  readonly worstTicks: Ticks;
  readonly worstLossAtoms: Atoms;
  readonly worstLossPpm: Ppm;
  /** Fall from the present price to there. */
  readonly worstDropPpm: Ppm;
  /** Contracts: where it is liquidated, for each side it may stand on. */
  readonly sides: readonly ContractWorst[];
}

const PPM = 1_000_000;

export function previewGrid(
  instrument: Instrument,
  params: GridParams,
  lastTicks: Ticks,
  investmentAtoms: Atoms,
): GridPreview {
  const lines = gridLines(params);
  const priceTicks = params.triggerTicks || lastTicks;
  const plan = planOf(instrument, params, lines, priceTicks, investmentAtoms);
  const contract = instrument.market === 'futures';
  const sides = contract ? contractWorsts(instrument, params, lines, priceTicks, plan) : [];
  const worst = contract
    ? contractWorst(instrument, params, { lines, priceTicks, sides, cellLots: plan.qtyLots }, investmentAtoms)
    : worstCase(instrument, params, lines, priceTicks, plan, investmentAtoms);
  const initialAtoms = contract ? priceTicks * plan.initialLots * instrument.quoteAtomsPerTickLot : plan.initialAtoms;
  const top = lines.length - 1;
  return {
    lines,
    priceTicks,
    emptyLine: plan.empty,
    buys: plan.buys,
    sells: plan.sells,
    qtyLots: plan.qtyLots,
    initialLots: plan.initialLots,
    initialAtoms,
    ...pairRange(instrument, lines, plan.qtyLots),
    minInvestmentAtoms: leastInvestmentAtoms(instrument, params, lines, priceTicks),
    openingFeeAtoms: mulDiv(initialAtoms, instrument.takerPpm, PPM, 'ceil'),
    pairFeeAtoms: mulDiv(
      (lines[top]! + lines[top - 1]!) * plan.qtyLots * instrument.quoteAtomsPerTickLot,
      instrument.makerPpm,
      PPM,
      'ceil',
    ),
    ...worst,
    sides,
  };
}

/** product.md 1.8: q (l'(1-f) - l(1+f)), over all pairs. */
function pairRange(instrument: Instrument, lines: readonly Ticks[], qtyLots: Lots) {
  const fee = BigInt(instrument.makerPpm);
  const lotAtoms = BigInt(qtyLots) * BigInt(instrument.quoteAtomsPerTickLot);
  let [netMinPpm, netMaxPpm, netMinAtoms, netMaxAtoms] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let k = 1; k < lines.length; k++) {
    const buy = BigInt(lines[k - 1]!);
    const net = BigInt(lines[k]!) * (BigInt(PPM) - fee) - buy * (BigInt(PPM) + fee);
    const ppm = Number(floorDiv(net, buy));
    const atoms = Number(floorDiv(net * lotAtoms, BigInt(PPM)));
    netMinPpm = Math.min(netMinPpm, ppm);
    netMaxPpm = Math.max(netMaxPpm, ppm);
    netMinAtoms = Math.min(netMinAtoms, atoms);
    netMaxAtoms = Math.max(netMaxAtoms, atoms);
  }
  return { netMinPpm, netMaxPpm, netMinAtoms, netMaxAtoms };
}

function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

function worstCase(
  instrument: Instrument,
  params: GridParams,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  plan: GridPlan,
  investmentAtoms: Atoms,
) {
  const stops = params.stopLossTicks > 0;
  const worstTicks = stops ? params.stopLossTicks : lines[0]!;
  const worstDropPpm = worstTicks >= priceTicks ? 0 : mulDiv(priceTicks - worstTicks, PPM, priceTicks, 'ceil');
  if (plan.qtyLots === 0) return { worstTicks, worstLossAtoms: 0, worstLossPpm: 0, worstDropPpm };
  let cashAtoms = investmentAtoms - plan.initialAtoms;
  let coinAtoms = plan.initialLots * instrument.baseAtomsPerLot;
  if (isFeeInBase(instrument, 'buy')) coinAtoms -= mulDiv(coinAtoms, instrument.takerPpm, PPM, 'ceil');
  for (let k = 0; k < plan.empty; k++) {
    const fee = feeAtoms(instrument, 'buy', lines[k]!, plan.qtyLots, instrument.makerPpm);
    cashAtoms -= lines[k]! * plan.qtyLots * instrument.quoteAtomsPerTickLot;
    coinAtoms += plan.qtyLots * instrument.baseAtomsPerLot;
    if (isFeeInBase(instrument, 'buy')) coinAtoms -= fee;
    else cashAtoms -= fee;
  }
  const soldTicks = stops ? slippedTicks('sell', worstTicks, params.slippagePpm) : worstTicks;
  let valueAtoms = baseValueAtoms(instrument, coinAtoms, soldTicks, 'floor');
  if (stops) valueAtoms -= mulDiv(valueAtoms, instrument.takerPpm, PPM, 'ceil');
  const worstLossAtoms = Math.max(0, investmentAtoms - cashAtoms - valueAtoms);
  return {
    worstTicks,
    worstLossAtoms,
    worstLossPpm: mulDiv(worstLossAtoms, PPM, investmentAtoms, 'ceil'),
    worstDropPpm,
  };
}

interface ContractGrid {
  readonly lines: readonly Ticks[];
  readonly priceTicks: Ticks;
  readonly sides: readonly ContractWorst[];
  readonly cellLots: Lots;
}

/** The side that loses most at its stop or, without one, all that the grid needs. Nothing but the investment stands behind it. */
function contractWorst(
  instrument: Instrument,
  params: GridParams,
  { cellLots, lines, priceTicks, sides }: ContractGrid,
  investmentAtoms: Atoms,
) {
  let [worstTicks, worstLossAtoms] = [params.direction === 'short' ? lines.at(-1)! : lines[0]!, 0];
  const top = topLines(params);
  for (const side of sides) {
    const stop = stopOf(params, side);
    const places = [side, ...(top === null ? [] : [movedWorst(instrument, params, top, cellLots)])];
    const losses = places.map((place) =>
      stop > 0 ? lossAt(instrument, place, stop, params.slippagePpm) : place.mostAtoms,
    );
    const loss = Math.min(investmentAtoms, Math.max(...losses));
    if (loss <= worstLossAtoms) continue;
    worstLossAtoms = loss;
    worstTicks = stop > 0 ? stop : side.liquidationTicks || worstTicks;
  }
  const worstDropPpm = mulDiv(Math.abs(priceTicks - worstTicks), PPM, priceTicks, 'ceil');
  const worstLossPpm = investmentAtoms > 0 ? mulDiv(worstLossAtoms, PPM, investmentAtoms, 'ceil') : 0;
  return { worstTicks, worstLossAtoms, worstLossPpm, worstDropPpm };
}

/** Where this side is closed at a loss; 0 = nowhere. */
function stopOf(params: GridParams, { side }: ContractWorst): Ticks {
  return side === 'long' ? lowStopTicks(params) : highStopTicks(params);
}

/** Where a grid that moves up comes to stand at last; null = it stays where it is. */
function topLines(params: GridParams): Ticks[] | null {
  if (!params.trailingUp) return null;
  let moved = 0;
  while (gridLine(params, moved + params.levels + 1) <= params.trailLimitTicks) moved++;
  return moved === 0 ? null : gridLines(params, moved);
}

/** The same figures in the shape that all kinds share. */
export function previewOf(params: GridParams, context: PreviewContext): Preview {
  const { instrument, lastTicks, investmentAtoms } = context;
  if (lastTicks === 0 && params.triggerTicks === 0) {
    return { figures: [], table: null, lines: gridPriceLines(params, instrument, []), notes: [], refusals: [] };
  }
  const shown = previewGrid(instrument, params, lastTicks, investmentAtoms);
  const quote = (atoms: Atoms) => formatQuote(instrument, atoms);
  const figures: PreviewFigure[] = [
    {
      key: 'qty',
      unit: 'base',
      value: formatQty(instrument, shown.qtyLots),
      level: shown.qtyLots === 0 ? 'bad' : 'plain',
    },
    {
      key: 'net_min',
      unit: 'percent',
      value: formatPercent(shown.netMinPpm),
      level: shown.netMinPpm < 1_000 ? 'warn' : 'good',
    },
    { key: 'net_max', unit: 'percent', value: formatPercent(shown.netMaxPpm), level: 'plain' },
    { key: 'min_investment', unit: 'quote', value: quote(shown.minInvestmentAtoms), level: 'plain' },
    { key: 'initial', unit: 'quote', value: quote(shown.initialAtoms), level: 'plain' },
    { key: 'fees_open', unit: 'quote', value: quote(shown.openingFeeAtoms), level: 'plain' },
    {
      key: coveredKey(params.direction),
      unit: 'percent',
      value: formatPercent(coveredPpm(params, shown)),
      level: 'plain',
    },
    { key: 'worst_loss', unit: 'quote', value: quote(shown.worstLossAtoms), level: 'warn' },
    ...shown.sides.flatMap((side) => liquidationFigures(side, instrument)),
  ];
  return {
    figures,
    table: null,
    lines: gridPriceLines(params, instrument, shown.sides),
    notes: [...liquidationNotes(shown, instrument), ...stayNotes(params, shown, instrument)],
    refusals: shown.sides.flatMap((side) => stopRefusals(params, side, instrument)),
  };
}

/** From the price to the far end of the range, on the side where a grid loses. */
function coveredPpm(params: GridParams, { lines, priceTicks }: GridPreview): Ppm {
  const end = params.direction === 'short' ? lines.at(-1)! : lines[0]!;
  return mulDiv(Math.abs(priceTicks - end), PPM, priceTicks, 'floor');
}

function liquidationFigures(side: ContractWorst, instrument: Instrument): PreviewFigure[] {
  const price = (ticks: Ticks) => (ticks === 0 ? null : formatPrice(instrument, ticks));
  return [
    { key: `liquidation_now_${side.side}`, unit: 'price', value: price(side.liquidationNowTicks), level: 'plain' },
    { key: `liquidation_${side.side}`, unit: 'price', value: price(side.liquidationTicks), level: 'warn' },
  ];
}

function gridPriceLines(
  { lowerTicks, upperTicks, stopLossTicks, takeProfitTicks }: GridParams,
  instrument: Instrument,
  sides: readonly ContractWorst[],
): PreviewLine[] {
  const lines: PreviewLine[] = [
    { kind: 'lower', price: formatPrice(instrument, lowerTicks) },
    { kind: 'upper', price: formatPrice(instrument, upperTicks) },
  ];
  if (stopLossTicks > 0) lines.push({ kind: 'stop_loss', price: formatPrice(instrument, stopLossTicks) });
  if (takeProfitTicks > 0) lines.push({ kind: 'take_profit', price: formatPrice(instrument, takeProfitTicks) });
  for (const side of sides) {
    if (side.liquidationTicks > 0) {
      lines.push({ kind: 'liquidation', price: formatPrice(instrument, side.liquidationTicks) });
    }
  }
  return lines;
}

/** A grid that is liquidated inside its own range is warned of. */
function liquidationNotes(shown: GridPreview, instrument: Instrument): PreviewNote[] {
  const [lower, upper] = [shown.lines[0]!, shown.lines.at(-1)!];
  return shown.sides.flatMap(({ liquidationTicks }): PreviewNote[] => {
    if (liquidationTicks < lower || liquidationTicks > upper) return [];
    const data = { price: formatPrice(instrument, liquidationTicks) };
    return [{ key: 'liquidation_inside', level: 'warn', data }];
  });
}

/** Without a stop the loss is more than a liquidation alone would take, which is told. */
function stayNotes(params: GridParams, { sides, worstLossAtoms }: GridPreview, instrument: Instrument): PreviewNote[] {
  if (sides.every((side) => stopOf(params, side) > 0)) return [];
  return [{ key: 'grid_long_stay', level: 'warn', data: { amount: formatQuote(instrument, worstLossAtoms) } }];
}

/** A stop that lies past the liquidation would never be reached. */
function stopRefusals(params: GridParams, side: ContractWorst, instrument: Instrument): FieldIssue[] {
  const long = side.side === 'long';
  const stop = stopOf(params, side);
  const { liquidationTicks } = side;
  if (stop === 0 || liquidationTicks === 0) return [];
  if (long ? stop > liquidationTicks : stop < liquidationTicks) return [];
  const field = !long && params.direction === 'neutral' ? 'take_profit' : 'stop_loss';
  // Liquidated inside its range it has no price at which a stop would come first.
  if (long ? liquidationTicks >= params.lowerTicks - 1 : liquidationTicks <= params.upperTicks + 1)
    return [{ field, rule: 'range', min: '0', max: '0' }];
  return [
    long
      ? {
          field,
          rule: 'range',
          min: formatPrice(instrument, liquidationTicks + 1),
          max: formatPrice(instrument, params.lowerTicks - 1),
        }
      : {
          field,
          rule: 'range',
          min: formatPrice(instrument, params.upperTicks + 1),
          max: formatPrice(instrument, liquidationTicks - 1),
        },
  ];
}
