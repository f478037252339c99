// Where a position on a linear contract with isolated margin is liquidated: strategies.md 2.2, with the bracket that the
// notional at that very price falls into. Rounded toward the entry, so that a screen never promises more room than there is.
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Instrument } from './instrument.ts';

const PPM = 1_000_000n;

/**
 * long: LP = (EP Q - M - cum) / (Q (1 - mmr)); short: LP = (EP Q + M + cum) / (Q (1 + mmr)). `valueAtoms` is EP Q without
 * fees, `marginAtoms` all margin of the position. 0 = never (a long with so much margin that no price is low enough, or
 * nothing held).
 */
export function liquidationTicks(
  instrument: Instrument,
  side: 'long' | 'short',
  qtyLots: Lots,
  valueAtoms: Atoms,
  marginAtoms: Atoms,
): Ticks {
  const { contract, quoteAtomsPerTickLot } = instrument;
  if (contract === null || qtyLots === 0) return 0;
  const lotAtoms = BigInt(qtyLots) * BigInt(quoteAtomsPerTickLot);
  let found = 0;
  for (const { floorAtoms, maintenancePpm, cumAtoms } of contract.brackets) {
    const room = BigInt(marginAtoms) + BigInt(cumAtoms);
    const rate = BigInt(maintenancePpm);
    const atoms = side === 'long' ? BigInt(valueAtoms) - room : BigInt(valueAtoms) + room;
    if (atoms <= 0n) return found;
    const divisor = lotAtoms * (side === 'long' ? PPM - rate : PPM + rate);
    const above = side === 'long' ? divisor - 1n : 0n;
    const ticks = Number((atoms * PPM + above) / divisor);
    // Brackets ascend: the last one whose floor the notional at its own price reaches is the one that holds there.
    if (found === 0 || BigInt(ticks) * lotAtoms >= BigInt(floorAtoms)) found = ticks;
  }
  return found;
}
