// The plan of a grid by the rules of its market, spot or contract.
import type { Instrument } from '../../market/instrument.ts';
import type { Atoms, Ticks } from '../../money/units.ts';
import {
  type ContractShape,
  maxContractInvestmentAtoms,
  minContractInvestmentAtoms,
  mostLadderLeverage,
  planContract,
} from './contract-plan.ts';
import { type GridPlan, maxInvestmentAtoms, minGridLots, minInvestmentAtoms, planGrid } from './plan.ts';

export function planOf(
  instrument: Instrument,
  shape: ContractShape,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  investmentAtoms: Atoms,
): GridPlan {
  return instrument.market === 'spot'
    ? planGrid(instrument, lines, priceTicks, investmentAtoms, shape.slippagePpm)
    : planContract(instrument, lines, priceTicks, investmentAtoms, shape);
}

/** The smallest investment at which every line has its order. */
export function leastInvestmentAtoms(
  instrument: Instrument,
  shape: ContractShape,
  lines: readonly Ticks[],
  priceTicks: Ticks,
): Atoms {
  return instrument.market === 'spot'
    ? minInvestmentAtoms(instrument, lines, priceTicks, shape.slippagePpm)
    : minContractInvestmentAtoms(instrument, lines, priceTicks, shape, minGridLots(instrument, lines));
}

/** The largest investment that is not cut: beyond it a line's order would be above the venue's largest, or uncountable. */
export function largestInvestmentAtoms(
  instrument: Instrument,
  shape: ContractShape,
  lines: readonly Ticks[],
  priceTicks: Ticks,
): Atoms {
  return instrument.market === 'spot'
    ? maxInvestmentAtoms(instrument, lines, priceTicks)
    : maxContractInvestmentAtoms(instrument, lines, priceTicks, shape);
}

/** The most leverage that the bracket of the whole ladder allows, not above the wanted one. */
export function mostLeverage(
  instrument: Instrument,
  shape: ContractShape,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  investmentAtoms: Atoms,
): number {
  return instrument.market === 'spot'
    ? shape.leverage
    : mostLadderLeverage(instrument, lines, priceTicks, investmentAtoms, shape);
}
