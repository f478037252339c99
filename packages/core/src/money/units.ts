// The units every figure in the core is counted in. All are integers held in a `number`; each producer asserts the
// safe range (2^53). Names carry the unit as their last word: priceTicks, qtyLots, feeAtoms.

/** A price in multiples of the instrument's tick. */
export type Ticks = number;
/** A quantity in multiples of the instrument's step. */
export type Lots = number;
/** An amount of an asset in its smallest counted part: 10^-scale of a coin, scale 8 but finer where the lot is, coarser for cheap coins. */
export type Atoms = number;
/** A rate in millionths: 0.1 % = 1000. */
export type Ppm = number;
/** Market or wall time in milliseconds since the epoch, UTC. */
export type TimeMs = number;
