// What an account's own stream says about committed events on spot: a report for each step in an order's life, then the
// balances as they stand.
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { FillRecord, OrderRecord } from '../../store/records.ts';
import { feeText, padded, priceText, qtyText, spentText, ZERO } from './figures.ts';
import { isToldOf, listStatus, pairOf } from './order-pairs.ts';
import { feeAsset, formOfOrder, orderCore, statusOf } from './order-views.ts';

export interface UserEvent {
  readonly account: Account;
  readonly event: object;
  readonly cause: ExchangeEvent;
}

/** In order; each account's balances once, after all its reports. */
export function userEvents(exchange: Exchange, events: readonly ExchangeEvent[], nowMs: number): UserEvent[] {
  const told: UserEvent[] = [];
  const touched = new Map<Account, { assets: Set<string>; cause: ExchangeEvent }>();
  const paired = new Map<number, { account: Account; cause: ExchangeEvent }>();
  const touch = (account: Account, cause: ExchangeEvent, ...more: readonly string[]) => {
    touched.set(account, { assets: new Set([...(touched.get(account)?.assets ?? []), ...more]), cause });
  };
  for (const happened of events) {
    if (happened.type === 'deposit') {
      const { account, asset, atoms } = happened;
      touch(account, happened, asset);
      const d = padded(exchange.balances.format(asset, atoms));
      told.push({ account, event: { e: 'balanceUpdate', E: nowMs, a: asset, d, T: happened.atMs }, cause: happened });
    } else if (happened.type === 'fill' || happened.type === 'order') {
      const { account, desk, order } = happened;
      if (account.law !== 'book' || desk.contract !== null) continue;
      touch(account, happened, desk.instrument.base, desk.instrument.quote);
      const oldCid = happened.type === 'order' ? happened.oldCid : undefined;
      const event = report(desk, order, happened.type === 'fill' ? happened.fill : null, nowMs, oldCid);
      told.push({ account, event, cause: happened });
      if (order.listId !== null) paired.set(order.listId, { account, cause: happened });
    }
  }
  for (const [listId, { account, cause }] of paired) {
    const pair = pairOf(exchange, account, listId);
    if (pair !== null && isToldOf(pair)) told.push({ account, event: listStatus(exchange, pair, nowMs), cause });
  }
  for (const [account, { assets, cause }] of touched)
    told.push({ account, event: position(exchange, account, assets, nowMs), cause });
  return told;
}

/** `oldCid`: it was amended, and was called so before. */
function report(desk: SymbolDesk, order: OrderRecord, fill: FillRecord | null, nowMs: number, oldCid?: string) {
  const { instrument } = desk;
  const core = orderCore(desk, order);
  const status = statusOf(order);
  return {
    e: 'executionReport',
    E: nowMs,
    s: core.symbol,
    c: order.cid,
    S: core.side,
    o: core.type,
    f: core.timeInForce,
    q: core.origQty,
    p: core.price,
    P: order.trigger === null ? ZERO : priceText(instrument, order.trigger.priceTicks),
    F: ZERO,
    g: core.orderListId,
    C: oldCid ?? (status === 'CANCELED' ? order.cid : ''),
    x:
      oldCid !== undefined
        ? 'REPLACED'
        : fill !== null
          ? 'TRADE'
          : status === 'EXPIRED_IN_MATCH'
            ? 'TRADE_PREVENTION'
            : status,
    X: status,
    r: 'NONE',
    i: order.id,
    l: fill === null ? ZERO : qtyText(instrument, fill.qtyLots),
    z: core.executedQty,
    L: fill === null ? ZERO : priceText(instrument, fill.priceTicks),
    n: fill === null ? '0' : feeText(instrument, fill.feeAtoms, fill.feeInBase),
    N: fill === null ? null : feeAsset(instrument, fill),
    T: fill?.atMs ?? order.updatedAtMs,
    t: fill?.tradeId ?? -1,
    I: order.id,
    w: order.status === 'open' && order.workingAtMs !== null,
    m: fill?.maker ?? false,
    M: false,
    O: order.createdAtMs,
    Z: core.cummulativeQuoteQty,
    Y: fill === null ? ZERO : spentText(instrument, fill.priceTicks * fill.qtyLots),
    Q: formOfOrder(order).quoteOrderQty === '' ? ZERO : formOfOrder(order).quoteOrderQty,
    ...(order.workingAtMs !== null && { W: order.workingAtMs }),
    V: core.selfTradePreventionMode,
    ...(status === 'EXPIRED_IN_MATCH' && prevented(desk, order)),
  };
}

/** How much of it has ended, and against which of its account's orders; the account is in no group. */
function prevented({ instrument }: SymbolDesk, { filledLots, preventedBy, qtyLots }: OrderRecord) {
  const qty = qtyText(instrument, qtyLots - filledLots);
  return { u: -1, U: preventedBy, A: qty, B: qty };
}

function position({ balances }: Exchange, account: Account, assets: ReadonlySet<string>, nowMs: number) {
  const rows = [...assets].map((asset) => {
    const { freeAtoms, lockedAtoms } = balances.balance(account.id, asset);
    return { a: asset, f: padded(balances.format(asset, freeAtoms)), l: padded(balances.format(asset, lockedAtoms)) };
  });
  return { e: 'outboundAccountPosition', E: nowMs, u: nowMs, B: rows };
}
