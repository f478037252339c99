// What an account's stream tells, in its order: a trade whose fee has to be priced first keeps what comes after it waiting, and
// nothing else does.
import type { VenueEvent } from '../../../ports/venue.ts';
import type { FeeWorth } from './fee-worth.ts';

export class WorthLine {
  readonly #worth: Pick<FeeWorth, 'now' | 'valued'>;
  readonly #on: (event: VenueEvent) => void;
  #waiting: VenueEvent[] = [];
  #isPricing = false;

  constructor(worth: Pick<FeeWorth, 'now' | 'valued'>, on: (event: VenueEvent) => void) {
    this.#worth = worth;
    this.#on = on;
  }

  take(event: VenueEvent): void {
    this.#waiting.push(event);
    if (!this.#isPricing) void this.#tell();
  }

  async #tell(): Promise<void> {
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      if (event.type !== 'fill') {
        this.#on(event);
        continue;
      }
      let fill = this.#worth.now(event.fill);
      if (fill === null) {
        this.#isPricing = true;
        [fill = event.fill] = await this.#worth.valued([event.fill]);
        this.#isPricing = false;
      }
      this.#on({ ...event, fill });
    }
  }
}
