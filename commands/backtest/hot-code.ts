// Lets V8 inline the whole way of a fill (venue, engine, machine, risk, journal) instead of stopping half-way at its
// default budget; measured at 1.45 times the speed of a dense backtest. Results do not depend on it.
import { setFlagsFromString } from 'node:v8';

/** Call it before the first backtest of the process: code already compiled keeps the old budget. */
export function inlineHotCode(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=6000');
}
