// What a command of operators is made of, and what it is given.
import type { Pool } from 'pg';
import type { Clock } from '../../apps/server/src/ports/clock.ts';
import type { Doing, RequestDecision, Role } from '../../apps/server/src/ports/operator-store.ts';
import type { Settings } from '../../apps/server/src/ports/settings.ts';
import type { Operators } from '../../apps/server/src/wiring/operators.ts';

/** Said to the person at the terminal, with the list of commands. */
export class Usage extends Error {}

export interface OpDeps {
  readonly pool: Pool;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

export interface CommandDeps extends OpDeps {
  readonly operators: Operators;
}

export interface Command {
  readonly words: string;
  readonly takes?: string;
  /** Who may; nobody named = reading, for whoever reaches the database. */
  readonly roles?: readonly Role[];
  /** When another person has to agree, in the words of the list. */
  readonly second?: string;
  readonly run: (deps: CommandDeps, args: readonly string[], doing: Doing) => Promise<void>;
}

export function need(value: string | undefined, what: string): string {
  if (value === undefined || value.trim() === '') throw new Usage(`${what} is missing`);
  return value.trim();
}

/** Why a second operator could not decide. */
export const refusedDecisions: Readonly<Record<Exclude<RequestDecision, 'done' | 'rejected'>, string>> = {
  missing: 'there is no such number',
  decided: 'it was decided before',
  same_operator: 'somebody else than who asked has to decide',
  not_independent:
    'who approves has to be an operator for a day and another person, one whom somebody else than who asked, or who added both, has added or vouched for; and each of the two has its own token (op operator renew)',
};
