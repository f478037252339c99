// The faults of the streams, on every wire: committed events pass here on their way out and are dropped, repeated,
// held up, replaced by old ones or given a wrong price; and each connection has a line that may fall silent or break.
// Nothing here changes what the exchange did: the books say the truth to whoever asks.
import type { ExchangeEvent } from '../exchange/unsaved.ts';
import type { FaultPlan, Occasion } from './fault-plan.ts';

type Frozen = Extract<ExchangeEvent, { type: 'print' | 'mark' }>;

export interface EventFaultDeps {
  readonly plan: FaultPlan;
  readonly deliver: (events: readonly ExchangeEvent[]) => void;
  /** Its followers do not get to see this event: whoever waits for an answer to it waits in vain. */
  readonly withheld: (event: ExchangeEvent) => void;
}

export class EventFaults {
  readonly #deps: EventFaultDeps;
  /** The frames that were the last fresh ones, by symbol and kind. */
  readonly #fresh = new Map<string, Frozen>();
  readonly #held = new Set<NodeJS.Timeout>();

  constructor(deps: EventFaultDeps) {
    this.#deps = deps;
  }

  tell(events: readonly ExchangeEvent[]): void {
    const passed = events.flatMap((event) => this.#pass(event));
    if (passed.length > 0) this.#deps.deliver(passed);
  }

  close(): void {
    for (const timer of this.#held) clearTimeout(timer);
    this.#held.clear();
  }

  #pass(event: ExchangeEvent): ExchangeEvent[] {
    const { plan } = this.#deps;
    const occasion = occasionOf(event);
    const drop = plan.draw('drop_event', occasion, ({ events }) => events.includes(event.type));
    if (drop !== null) {
      this.#deps.withheld(event);
      return [];
    }
    const told = this.#priced(this.#stale(event, occasion), occasion);
    const late = plan.draw('late_event', occasion, ({ events }) => events.includes(event.type));
    if (late !== null) {
      this.#later(told, late.ms);
      return [];
    }
    const twice = plan.draw('duplicate_event', occasion, ({ events }) => events.includes(event.type));
    return twice === null ? [told] : [told, told];
  }

  #stale(event: ExchangeEvent, occasion: Occasion): ExchangeEvent {
    if (event.type !== 'print' && event.type !== 'mark') return event;
    const key = `${event.type} ${event.desk.symbol}`;
    const old = this.#fresh.get(key);
    if (old === undefined || this.#deps.plan.draw('stale_frames', occasion) === null) {
      this.#fresh.set(key, event);
      return event;
    }
    this.#deps.withheld(event);
    return old;
  }

  #priced(event: ExchangeEvent, occasion: Occasion): ExchangeEvent {
    if (event.type !== 'print' && event.type !== 'mark') return event;
    const fault = this.#deps.plan.draw('bad_price', occasion, ({ of }) => of.includes(event.type));
    if (fault === null) return event;
    if (event.type === 'print') return { ...event, priceTicks: Math.round(event.priceTicks * fault.factor) };
    return { ...event, markTicks: Math.round(event.markTicks * fault.factor) };
  }

  #later(event: ExchangeEvent, ms: number): void {
    const timer = setTimeout(() => {
      this.#held.delete(timer);
      this.#deps.deliver([event]);
    }, ms);
    timer.unref();
    this.#held.add(timer);
  }
}

/** What a connection still carries. Once it has fallen silent it stays so until it is closed; pings are answered on. */
export class StreamLine {
  readonly #plan: FaultPlan;
  #silent = false;

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  carries(event: ExchangeEvent): 'frame' | 'nothing' | 'end' {
    const occasion = occasionOf(event);
    const has = ({ events }: { events: readonly string[] }) => events.includes(event.type);
    const isShut = this.#plan.standing('maintenance', { ...occasion, call: 'streams' }) !== null;
    if (isShut || this.#plan.draw('close_stream', occasion, has) !== null) return 'end';
    this.#silent ||= this.#plan.draw('silent_stream', occasion, has) !== null;
    return this.#silent ? 'nothing' : 'frame';
  }
}

function occasionOf(event: ExchangeEvent): Occasion {
  const symbols = 'desk' in event ? [event.desk.symbol] : [];
  return 'account' in event ? { account: event.account, symbols } : { symbols };
}
