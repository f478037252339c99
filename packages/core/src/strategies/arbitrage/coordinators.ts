// Which coordinator leads an arbitrage bot: said by its params alone.
import type { Coordinator } from '../../strategy/coordinator.ts';
import { cross } from './cross.ts';
import { funding } from './funding.ts';
import type { ArbitrageParams } from './params.ts';
import { triangular } from './triangular.ts';

/** Params and state of a coordinator never leave it, so hiding their types here is safe. */
export function coordinatorOf({ kind }: ArbitrageParams): Coordinator<unknown, unknown> {
  const known = { cross, funding, triangular } as const;
  return known[kind] as unknown as Coordinator<unknown, unknown>;
}
