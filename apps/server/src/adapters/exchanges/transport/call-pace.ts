// How often one call may be made within a while, of an exchange that counts each of its calls for itself. What finds no turn in
// time is not sent.

import type { CallLimit } from '../shared/exchange-profile.ts';
import type { BudgetTime } from './request-budget.ts';

const CEILING = 0.95;

export class CallPace {
  readonly #time: Pick<BudgetTime, 'steadyMs' | 'sleep'>;
  readonly #withinMs: number;
  readonly #requests: number;
  #most: number;
  /** When the last ones began, by a clock that never steps. */
  readonly #begun: number[] = [];
  #restsUntilMs = 0;

  constructor({ requests, withinMs }: CallLimit, time: Pick<BudgetTime, 'steadyMs' | 'sleep'>) {
    this.#requests = requests;
    this.#most = mostOf(requests, 1);
    this.#withinMs = withinMs;
    this.#time = time;
  }

  /** This process' part of what may be asked. */
  share(part: number): void {
    this.#most = mostOf(this.#requests, part);
  }

  /** The exchange has sent one of them away: none begins for so long. */
  rest(ms: number): void {
    this.#restsUntilMs = Math.max(this.#restsUntilMs, this.#time.steadyMs() + ms);
  }

  /** False = there was no turn within this time. */
  async turn(withinMs: number): Promise<boolean> {
    for (let leftMs = withinMs; ; ) {
      const waitMs = this.#waitMs();
      if (waitMs <= 0) {
        this.#begun.push(this.#time.steadyMs());
        return true;
      }
      if (waitMs > leftMs) return false;
      leftMs -= waitMs;
      await this.#time.sleep(waitMs);
    }
  }

  #waitMs(): number {
    const nowMs = this.#time.steadyMs();
    while (this.#begun.length > 0 && nowMs - (this.#begun[0] ?? 0) >= this.#withinMs) this.#begun.shift();
    const turnMs = this.#begun.length < this.#most ? nowMs : (this.#begun[0] ?? nowMs) + this.#withinMs;
    return Math.max(turnMs, this.#restsUntilMs) - nowMs;
  }
}

function mostOf(requests: number, part: number): number {
  return Math.max(1, Math.floor(requests * CEILING * part));
}
