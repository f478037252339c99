// The two queues of one bot: its machine's requests, and those of its protective stop, which stand beside them. A look-up that
// hangs in one never holds up the other. What belongs to one order stays in one queue, so a cancel follows its placement; that
// a stop is placed after the end of the one before is the engine's own doing (core/engine/desk.ts).
import { decodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import { cidOf, createOrderSender, type OrderSender, type OrderSenderDeps } from './order-sender.ts';

export function createStopQueue(deps: OrderSenderDeps): OrderSender {
  const own = createOrderSender(deps);
  // Most bots never have a protective stop, and many bots sleep in memory.
  let guard: OrderSender | null = null;
  let stopped = false;

  function ofGuard(): OrderSender {
    guard ??= createOrderSender(deps);
    return guard;
  }

  return {
    send: (jobs) => {
      if (stopped) return;
      const { guards = [], others = [] } = Object.groupBy(jobs, (job) => (isOfGuard(cidOf(job)) ? 'guards' : 'others'));
      own.send(others);
      if (guards.length > 0) ofGuard().send(guards);
    },
    handles: (cid) => (isOfGuard(cid) ? guard?.handles(cid) === true : own.handles(cid)),
    isIdle: () => own.isIdle() && guard?.isIdle() !== false,
    whenIdle: async () => {
      await Promise.all([own.whenIdle(), guard?.whenIdle()]);
    },
    stop: () => {
      stopped = true;
      own.stop();
      guard?.stop();
    },
  };
}

function isOfGuard(cid: string): boolean {
  return decodeClientOrderId(cid)?.slot === GUARD_SLOT;
}
