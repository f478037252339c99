// What a grid will be before it starts: the same plan the machine makes, and what it can win and lose. Pure, so that
// the editor draws it live and the server repeats it.
import { baseValueAtoms, feeAtoms, isFeeInBase } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import { slippedTicks } from '../../strategy/order-minimums.ts';
import { gridLines } from './lines.ts';
import type { GridParams } from './params.ts';
import { minInvestmentAtoms, planGrid } from './plan.ts';

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
  const plan = planGrid(instrument, lines, priceTicks, investmentAtoms, params.slippagePpm);
  const worst = worstCase(instrument, params, lines, priceTicks, plan, investmentAtoms);
  const top = lines.length - 1;
  return {
    lines,
    priceTicks,
    emptyLine: plan.empty,
    buys: plan.buys,
    sells: plan.sells,
    qtyLots: plan.qtyLots,
    initialLots: plan.initialLots,
    initialAtoms: plan.initialAtoms,
    ...pairRange(instrument, lines, plan.qtyLots),
    minInvestmentAtoms: minInvestmentAtoms(instrument, lines, priceTicks, params.slippagePpm),
    openingFeeAtoms: mulDiv(plan.initialAtoms, instrument.takerPpm, PPM, 'ceil'),
    pairFeeAtoms: mulDiv(
      (lines[top]! + lines[top - 1]!) * plan.qtyLots * instrument.quoteAtomsPerTickLot,
      instrument.makerPpm,
      PPM,
      'ceil',
    ),
    ...worst,
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
  plan: ReturnType<typeof planGrid>,
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
