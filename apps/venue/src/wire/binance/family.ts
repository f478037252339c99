// A family of calls that share one budget of weight (spot, wallet, contracts), and how one call of it is made: charged,
// judged, run. REST and the WebSocket API both come through here, so neither is a way around the other's limits.
import type { Exchange } from '../../exchange/exchange.ts';
import { type Call, type Caller, type Calls, callerOf } from './call.ts';
import type { Params } from './params.ts';
import { checkClock, checkSignature } from './signing.ts';
import type { OrderCounts, Weights } from './weights.ts';

export interface Family {
  readonly calls: Calls;
  readonly weights: Weights;
  /** The header that tells the weight used. */
  readonly usedHeaders: readonly string[];
}

export interface Asked {
  readonly params: Params;
  readonly ip: string;
  readonly apiKey: string | undefined;
  /** The text that its signature must be of; null = the session it comes by has logged on with this key. */
  readonly signedText: string | null;
}

export class Judge {
  readonly exchange: Exchange;
  readonly #now: () => number;

  /** `now` is the exchange's clock as clients see it. */
  constructor(exchange: Exchange, now: () => number) {
    this.exchange = exchange;
    this.#now = now;
  }

  /** `counted` hears of an order's place in the limits, also when it is refused afterwards. */
  async make(
    { weights }: Family,
    call: Call,
    asked: Asked,
    counted: (counts: OrderCounts) => void = () => {},
  ): Promise<unknown> {
    const { params, ip } = asked;
    weights.charge(ip, typeof call.weight === 'number' ? call.weight : call.weight(params));
    if (call.guard === 'none') return call.run(params);
    const caller = this.caller(call.guard, asked);
    if (call.orders !== undefined)
      counted(
        weights.countOrders(caller.account.id, typeof call.orders === 'number' ? call.orders : call.orders(params)),
      );
    return call.run(params, caller);
  }

  caller(guard: Exclude<Call['guard'], 'none'>, asked: Asked): Caller {
    const caller = callerOf(this.exchange, asked.apiKey, asked.ip, guard);
    if (guard !== 'key') this.verify(caller, asked);
    return caller;
  }

  /** Throws unless the key signed it, and lately. */
  verify(caller: Caller, { params, signedText }: Asked): void {
    if (signedText !== null) checkSignature(caller.key, signedText, params);
    if (signedText !== null || params.has('timestamp')) checkClock(params, this.#now());
  }
}
