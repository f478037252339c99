// The leverage that a ladder may have as a whole. An exchange asks for less leverage the more a position is worth, so that
// a first order may pass with a leverage that the later ones are refused with: the bracket of all orders together counts.
import type { Instrument } from '../market/instrument.ts';
import { maxLeverageFor } from '../market/margin.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Ppm } from '../money/units.ts';
import type { FieldIssue } from './field.ts';

/** product.md `cfg.sim_slippage`: what an order at market may cost beyond the last price. */
const SLIPPAGE_PPM: Ppm = 200;
/** Beyond every bracket, and still counted exactly. */
const MOST_ATOMS = 2 ** 52;

/** The issue when all orders together, each at the worst price it may meet, are worth too much for the leverage. */
export function bracketIssue(instrument: Instrument, leverage: number, notionalAtoms: Atoms): FieldIssue | null {
  const { contract } = instrument;
  if (contract === null) return null;
  const countedAtoms = Math.min(notionalAtoms, MOST_ATOMS);
  const most = maxLeverageFor(contract, countedAtoms + applyPpm(countedAtoms, SLIPPAGE_PPM, 'ceil'));
  return leverage > most ? { field: 'leverage', rule: 'range', min: '1', max: String(most) } : null;
}
