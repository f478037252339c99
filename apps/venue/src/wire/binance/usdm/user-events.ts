// What an account's own stream says about committed events on contracts: a report for each step in an order's life, the life of
// its stops, and the wallet and positions as they stand after it.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { type ContractPosition, unrealisedOf } from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../../../exchange/account.ts';
import { FUNDING_ASSET } from '../../../exchange/deposits.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../../exchange/unsaved.ts';
import type { FillRecord, OrderRecord } from '../../../store/records.ts';
import { holdingsOf } from '../../holdings.ts';
import { entryPrice } from '../../views.ts';
import { nameOf } from '../symbols.ts';
import type { UserEvent } from '../user-events.ts';
import { algoStatus, algoView, sideName, usdmOrderView } from './order-views.ts';

type Reason = 'ORDER' | 'FUNDING_FEE' | 'DEPOSIT';

type Happening = Extract<ExchangeEvent, { account: Account }>;

interface Touched {
  readonly account: Account;
  readonly reason: Reason;
  readonly desks: Set<SymbolDesk>;
  cause: ExchangeEvent;
  /** What came (positive) or went besides trading. */
  changeAtoms: number;
}

/** In order; each account's wallet once for each reason, after all its reports. */
export function usdmUserEvents(exchange: Exchange, events: readonly ExchangeEvent[], nowMs: number): UserEvent[] {
  const told: UserEvent[] = [];
  const touched = new Map<string, Touched>();
  const touch = (cause: Happening, reason: Reason, atoms: number) => {
    const { account } = cause;
    const key = `${account.id} ${reason}`;
    const known = touched.get(key) ?? { account, reason, desks: new Set(), changeAtoms: 0, cause };
    if ('desk' in cause) known.desks.add(cause.desk);
    known.cause = cause;
    known.changeAtoms += atoms;
    touched.set(key, known);
  };
  for (const event of events) {
    if (event.type === 'funding' && event.desk.contract !== null)
      touch(event, 'FUNDING_FEE', event.funding.amountAtoms);
    else if (event.type === 'deposit') touch(event, 'DEPOSIT', depositAtoms(exchange, event));
    else if ((event.type === 'fill' || event.type === 'order') && event.desk.contract !== null) {
      const { account, desk } = event;
      const fill = event.type === 'fill' ? event.fill : null;
      if (fill !== null) touch(event, 'ORDER', 0);
      for (const report of reports(desk, event.order, fill, nowMs)) told.push({ account, event: report, cause: event });
    }
  }
  for (const one of touched.values()) {
    const { account, cause } = one;
    told.push({ account, event: accountUpdate(exchange, one, nowMs), cause });
  }
  return told;
}

function reports(desk: SymbolDesk, order: OrderRecord, fill: FillRecord | null, nowMs: number): object[] {
  if (fill === null) {
    if (order.trigger !== null && order.filledLots === 0) return [algoReport(desk, order, algoStatus(order), nowMs)];
    // A trade has told of it already.
    if (order.status === 'filled' || (order.status === 'open' && order.filledLots > 0)) return [];
    return [orderReport(desk, order, null, nowMs)];
  }
  const isFirst = order.filledLots === fill.qtyLots;
  const started: object[] = [];
  if (isFirst && order.trigger !== null) started.push(algoReport(desk, order, 'TRIGGERED', nowMs));
  // What trades at once has not been heard of before.
  if (isFirst && !fill.maker) started.push(orderReport(desk, beforeTrading(order), null, nowMs));
  const ended = order.trigger !== null && order.status === 'filled' ? [algoReport(desk, order, 'FINISHED', nowMs)] : [];
  return [...started, orderReport(desk, order, fill, nowMs), ...ended];
}

function beforeTrading(order: OrderRecord): OrderRecord {
  return { ...order, status: 'open', filledLots: 0, spentTickLots: 0 };
}

function orderReport(desk: SymbolDesk, order: OrderRecord, fill: FillRecord | null, E: number) {
  const { instrument } = desk;
  const view = usdmOrderView(desk, order);
  const T = fill?.atMs ?? order.updatedAtMs;
  const trade =
    fill === null
      ? { l: '0', L: '0', n: '0', t: 0, m: false, rp: '0' }
      : {
          ...{ l: formatQty(instrument, fill.qtyLots), L: formatPrice(instrument, fill.priceTicks) },
          ...{ n: formatQuote(instrument, fill.feeAtoms), t: fill.id, m: fill.maker },
          rp: formatQuote(instrument, fill.realisedAtoms),
        };
  return {
    ...{ e: 'ORDER_TRADE_UPDATE', E, T },
    o: {
      ...{ s: view.symbol, c: order.cid, S: view.side, o: view.type, f: view.timeInForce, q: view.origQty },
      ...{
        p: view.price,
        ap: view.avgPrice,
        sp: view.stopPrice,
        x: fill === null ? endOf(view.status) : execution(fill),
      },
      ...{ X: view.status, i: order.id, z: view.executedQty, N: instrument.quote, T, b: '0', a: '0' },
      ...{ R: view.reduceOnly, wt: view.workingType, ot: view.origType, ps: view.positionSide, cp: view.closePosition },
      ...{ pP: false, si: 0, ss: 0, V: view.selfTradePreventionMode, pm: 'NONE', gtd: 0, ...trade },
    },
  };
}

/** Why an order expired is in its status alone. */
function endOf(status: string): string {
  return status === 'EXPIRED_IN_MATCH' ? 'EXPIRED' : status;
}

function execution({ liquidation }: FillRecord): string {
  return liquidation ? 'CALCULATED' : 'TRADE';
}

function algoReport(desk: SymbolDesk, order: OrderRecord, status: string, E: number) {
  const view = algoView(desk, order);
  const T = order.updatedAtMs;
  return {
    ...{ e: 'ALGO_UPDATE', T, E },
    o: {
      ...{ caid: view.clientAlgoId, aid: view.algoId, at: view.algoType, o: view.orderType, s: view.symbol },
      ...{ S: view.side, ps: view.positionSide, f: view.timeInForce, q: view.quantity, X: status },
      ...{ ai: view.actualOrderId, ap: view.actualPrice, aq: formatQty(desk.instrument, order.filledLots), act: '0' },
      ...{ tp: view.triggerPrice, p: view.price, V: 'NONE', wt: view.workingType, pm: 'NONE' },
      ...{ cp: view.closePosition, pP: false, R: view.reduceOnly, tt: view.triggerTime, gtd: 0, rm: '' },
    },
  };
}

/** The same amount came into each wallet; atoms of spot and of contracts differ. */
function depositAtoms(
  { balances, contracts }: Exchange,
  { asset, atoms }: Extract<ExchangeEvent, { type: 'deposit' }>,
): number {
  return parseScaled(balances.format(asset, atoms), contracts.scale);
}

/** Its break-even price is its entry: fees are not reckoned into it. */
function entry({ instrument }: SymbolDesk, position: ContractPosition | undefined) {
  if (position === undefined) return { ep: '0', bep: '0' };
  const price = entryPrice(instrument, position.entryAtoms, Math.abs(position.qtyLots));
  return { ep: price, bep: price };
}

function accountUpdate(exchange: Exchange, { account, reason, desks, changeAtoms }: Touched, E: number) {
  const { book, scale } = exchange.contracts;
  const text = (atoms: number) => formatScaled(atoms, scale, true);
  const wallet = book.walletAtoms(account.id);
  const seats = [...book.seatsOf(account.id)];
  const isolated = seats.flatMap(({ positions }) => [...positions.values()]).reduce((sum, p) => sum + p.marginAtoms, 0);
  const holdings = holdingsOf(exchange, account, [...desks]);
  return {
    ...{ e: 'ACCOUNT_UPDATE', E, T: E },
    a: {
      m: reason,
      B: [{ a: FUNDING_ASSET, wb: text(wallet), cw: text(wallet - isolated), bc: text(changeAtoms) }],
      P: holdings.map(({ desk, seat, side, position }) => ({
        s: nameOf(desk),
        pa: formatQty(desk.instrument, position?.qtyLots ?? 0),
        ...entry(desk, position),
        cr: text(exchange.realisedAtoms(account, desk, side)),
        up: position === undefined ? '0' : text(unrealisedOf(seat, position)),
        mt: seat.marginMode,
        iw: seat.marginMode === 'isolated' ? text(position?.marginAtoms ?? 0) : '0',
        ps: sideName(side),
        ma: FUNDING_ASSET,
      })),
    },
  };
}
