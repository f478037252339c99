// The signed calls of contracts: orders, trades, positions, their settings and the account's book. What changes runs on the floor and is
// answered only after it is on disk. By its client's id an order is known while it is open and a minute after.
import { formatPrice, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import { termsOf } from '@cormorant/core/market/margin.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../../exchange/account.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderRecord } from '../../store/records.ts';
import { amountsOf, type Holding, holdingsOf } from '../holdings.ts';
import type { JsonFields } from '../json-fields.ts';
import { onFloor } from '../on-floor.ts';
import { entryPrice } from '../views.ts';
import { CANCELS, CONTRACT_ORDERS, CREATED, type GateCalls, type GuardedCall, guarded, READS } from './call.ts';
import { type SizeForm, sizeForm } from './contract-sizes.ts';
import { errorOf, words } from './errors.ts';
import { idIn } from './exact-numbers.ts';
import { backQuery, type GateDeps, MAX_ORDERS, MAX_TRADES, paged, pageOf, spanOf } from './gate-deps.ts';
import { PREFIX, readContractOrder } from './order-requests.ts';
import { contractFillView, contractOrderView, fundingView } from './order-views.ts';
import { pairOf, SETTLED_IN } from './pairs.ts';
import { ended, standing } from './spot-calls.ts';

const KNOWN_BY_TEXT_MS = 60_000;
const PPM_DECIMALS = 6;
const SECOND_MS = 1_000;
const MODES: Readonly<Record<PositionSide, string>> = { net: 'single', long: 'dual_long', short: 'dual_short' };

export function contractCalls(deps: GateDeps): GateCalls {
  const { exchange, floor, pairs } = deps;
  const deskOf = ({ symbol }: { readonly symbol: string }) => exchange.desk(symbol) as SymbolDesk;
  const view = (order: OrderRecord, isDecimal: boolean) => contractOrderView(deskOf(order), order, sizeForm(isDecimal));
  const fills = (nameOfId: 'id' | 'trade_id'): GuardedCall => ({
    ...{ guard: 'read', allowance: READS },
    run: (fields, { account }, isDecimal) => {
      const symbols = pairs.asked('futures', fields).map(({ symbol }) => symbol);
      const page = pageOf(fields, MAX_TRADES);
      const order = fields.text('order');
      const query = { ...backQuery(symbols, fields, page), orderId: order === null ? null : (idIn(order) ?? -1) };
      const rows = paged(exchange.fillsBack(account, query), page);
      return rows.map((fill) => contractFillView(deskOf(fill), fill, sizeForm(isDecimal), nameOfId));
    },
  });
  return {
    'POST /api/v4/futures/usdt/orders': {
      ...{ guard: 'futures', allowance: CONTRACT_ORDERS, status: CREATED },
      run: (fields, { account }, isDecimal) =>
        onFloor(floor, () => view(placed(deps, account, fields, isDecimal), isDecimal)),
    },
    'DELETE /api/v4/futures/usdt/orders/:order_id': {
      ...{ guard: 'futures', allowance: CANCELS },
      run: (fields, { account }, isDecimal) => onFloor(floor, () => view(cancelled(deps, account, fields), isDecimal)),
    },
    'GET /api/v4/futures/usdt/orders/:order_id': {
      ...{ guard: 'read', allowance: READS },
      run: (fields, { account }, isDecimal) => view(named(deps, account, fields), isDecimal),
    },
    'GET /api/v4/futures/usdt/orders': {
      ...{ guard: 'read', allowance: READS },
      run: (fields, { account }, isDecimal) => {
        const desks = pairs.asked('futures', fields);
        const page = pageOf(fields, MAX_ORDERS);
        const isOpen = fields.oneOf('status', ['open', 'finished']) === 'open';
        const orders = isOpen ? standing(deps, account, desks) : ended(deps, account, desks, fields, page);
        return paged(orders, page).map((order) => view(order, isDecimal));
      },
    },
    'GET /api/v4/futures/usdt/my_trades': fills('id'),
    'GET /api/v4/futures/usdt/my_trades_timerange': fills('trade_id'),
    'GET /api/v4/futures/usdt/account_book': guarded({
      ...{ guard: 'read', allowance: READS },
      run: (fields, { account }) => {
        // Only settlements of funding are kept by their kind here.
        if (fields.oneOf('type', ['dnw', 'pnl', 'fee', 'refr', 'fund'], 'fund') !== 'fund') return [];
        const symbols = pairs.asked('futures', fields).map(({ symbol }) => symbol);
        const page = pageOf(fields, MAX_TRADES);
        const query = { symbols, belowId: null, aboveId: null, ...spanOf(fields), limit: page.from + page.limit };
        return paged(exchange.fundingsBack(account, query), page).map((row) => fundingView(deskOf(row), row));
      },
    }),
    ...settingCalls(deps),
  };
}

function settingCalls(deps: GateDeps): GateCalls {
  const { exchange, floor, pairs } = deps;
  const { contracts } = exchange;
  const read = (run: GuardedCall['run']): GuardedCall => ({ guard: 'read', allowance: READS, run });
  const change = (run: (fields: JsonFields, account: Account, size: SizeForm) => unknown): GuardedCall => ({
    ...{ guard: 'futures', allowance: READS },
    run: (fields, { account }, isDecimal) => onFloor(floor, () => run(fields, account, sizeForm(isDecimal))),
  });
  const told = (account: Account, desk: SymbolDesk, size: SizeForm) =>
    holdingsOf(exchange, account, [desk]).map((holding) => positionView(account, holding, size));
  /** Of one-way mode its one side, of dual mode both. */
  const shaped = (account: Account, desk: SymbolDesk, size: SizeForm, isDual: boolean) => {
    const sides = told(account, desk, size);
    if (sides.length > 1 !== isDual) throw words.contract();
    return isDual ? sides : sides[0];
  };
  const setLeverage = (isDual: boolean) =>
    change((fields, account, size) => {
      const desk = pairs.need('futures', fields);
      leverage(deps, account, desk, fields);
      return shaped(account, desk, size, isDual);
    });
  const moveMargin = (isDual: boolean) =>
    change((fields, account, size) => {
      const desk = pairs.need('futures', fields);
      const side = !isDual
        ? 'net'
        : fields.oneOf('dual_side', ['dual_long', 'dual_short']) === 'dual_long'
          ? 'long'
          : 'short';
      margin(deps, account, desk, side, fields);
      return shaped(account, desk, size, isDual);
    });
  return {
    'GET /api/v4/futures/usdt/accounts': read((_fields, { account }) => walletView(deps, account)),
    'GET /api/v4/futures/usdt/positions': read((fields, { account }, isDecimal) => {
      const isHeldOnly = fields.flag('holding');
      const all = holdingsOf(exchange, account, pairs.ofKind('futures'));
      return all
        .filter(({ position }) => position !== undefined || !isHeldOnly)
        .map((holding) => positionView(account, holding, sizeForm(isDecimal)));
    }),
    'GET /api/v4/futures/usdt/positions/:contract': read((fields, { account }, isDecimal) =>
      shaped(account, pairs.need('futures', fields), sizeForm(isDecimal), false),
    ),
    'GET /api/v4/futures/usdt/dual_comp/positions/:contract': read((fields, { account }, isDecimal) =>
      shaped(account, pairs.need('futures', fields), sizeForm(isDecimal), true),
    ),
    'POST /api/v4/futures/usdt/dual_mode': change((fields, account) => {
      const mode = fields.oneOf('dual_mode', ['true', 'false']) === 'true' ? 'hedge' : 'one_way';
      if (contracts.book.positionMode(account.id) === mode) throw words.sameMode();
      if (contracts.setPositionMode(account, mode).ok === 0) throw words.inTheWay();
      return walletView(deps, account);
    }),
    'POST /api/v4/futures/usdt/positions/:contract/leverage': setLeverage(false),
    'POST /api/v4/futures/usdt/dual_comp/positions/:contract/leverage': setLeverage(true),
    'POST /api/v4/futures/usdt/positions/:contract/margin': moveMargin(false),
    'POST /api/v4/futures/usdt/dual_comp/positions/:contract/margin': moveMargin(true),
  };
}

/** Zero is cross margin, of the leverage that is named beside; anything else is isolated. */
function leverage({ exchange }: GateDeps, account: Account, desk: SymbolDesk, fields: JsonFields): void {
  const { contracts } = exchange;
  const asked = wholeNumber(fields, 'leverage');
  const mode = asked === 0 ? 'cross' : 'isolated';
  const seat = contracts.book.seatOf(account.id, desk.instrument.symbol);
  const wanted = asked > 0 ? asked : (fields.integer('cross_leverage_limit') ?? seat.leverage);
  const answer =
    seat.marginMode === mode
      ? contracts.changeLeverage(account, desk, wanted)
      : contracts.setLeverage(account, desk, wanted, mode);
  if (answer.ok === 1) return;
  if (answer.code === 'INSUFFICIENT_FUNDS') throw words.funds();
  throw answer.code === 'POSITION_OPEN' ? words.inTheWay() : words.leverage();
}

function margin(
  { exchange }: GateDeps,
  account: Account,
  desk: SymbolDesk,
  side: PositionSide,
  fields: JsonFields,
): void {
  const text = fields.needText('change');
  if (!/^-?\d{1,12}(\.\d{1,8})?$/.test(text)) throw words.parameter('change');
  const isOut = text.startsWith('-');
  let atoms: number;
  try {
    atoms = parseQuote(desk.instrument, isOut ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw words.parameter('change');
  }
  const answer = exchange.contracts.addMargin(account, desk, side, isOut ? -atoms : atoms);
  if (answer.ok === 1) return;
  if (answer.code === 'NO_POSITION') throw words.noPosition();
  if (answer.code === 'CROSS_MARGIN') throw words.cross();
  throw isOut ? words.removed() : words.funds();
}

function wholeNumber(fields: JsonFields, name: string): number {
  const [, whole] = /^(\d{1,3})(\.0+)?$/.exec(fields.needText(name)) ?? [];
  if (whole === undefined) throw words.parameter(name);
  return Number(whole);
}

function placed({ exchange, pairs }: GateDeps, account: Account, fields: JsonFields, isDecimal: boolean): OrderRecord {
  const desk = pairs.need('futures', fields);
  const answer = exchange.place(account, desk, readContractOrder({ exchange, account, desk, fields }, isDecimal));
  if (answer.ok === 1) return answer.order;
  throw errorOf(answer.code, 'futures');
}

function cancelled(deps: GateDeps, account: Account, fields: JsonFields): OrderRecord {
  const order = named(deps, account, fields);
  if (account.openByCid.get(order.cid)?.id !== order.id) throw words.finished();
  deps.exchange.cancel(account, order.cid);
  return order;
}

function named({ exchange, pairs, wallNow }: GateDeps, account: Account, fields: JsonFields): OrderRecord {
  const id = fields.needText('order_id');
  const number = idIn(id);
  const byText = id.startsWith(PREFIX) ? exchange.orderByCid(account, id.slice(PREFIX.length)) : null;
  const order = number === null ? byText : exchange.orderById(account, number);
  if (order === null || order.trigger !== null) throw words.noOrder();
  if (!pairs.ofKind('futures').some(({ symbol }) => symbol === order.symbol)) throw words.noOrder();
  const isOver = order.status !== 'open' && wallNow() - order.updatedAtMs > KNOWN_BY_TEXT_MS;
  if (order === byText && isOver) throw words.noOrder();
  return order;
}

function walletView({ exchange, pairs }: GateDeps, account: Account) {
  const { book, scale } = exchange.contracts;
  const text = (atoms: number) => formatScaled(atoms, scale, true);
  const isHedged = book.positionMode(account.id) === 'hedge';
  const sum = { unrealised: 0, isolated: 0, crossed: 0, orders: 0 };
  const counted = new Set<string>();
  for (const holding of holdingsOf(exchange, account, pairs.ofKind('futures'))) {
    const { initial, openOrder, unrealised, wallet } = amountsOf(holding);
    sum.unrealised += unrealised;
    if (holding.seat.marginMode === 'cross') sum.crossed += initial;
    else sum.isolated += wallet;
    if (!counted.has(holding.desk.symbol)) sum.orders += openOrder;
    counted.add(holding.desk.symbol);
  }
  return {
    ...{ user: account.id, currency: SETTLED_IN, total: text(book.walletAtoms(account.id)) },
    ...{ unrealised_pnl: text(sum.unrealised), position_margin: text(sum.isolated + sum.crossed) },
    ...{ order_margin: text(sum.orders), available: text(book.availableAtoms(account.id)), point: '0', bonus: '0' },
    ...{ in_dual_mode: isHedged, position_mode: isHedged ? 'dual' : 'single', enable_credit: false, margin_mode: 0 },
    ...{ enable_evolved_classic: false, enable_new_dual_mode: true, isolated_position_margin: text(sum.isolated) },
  };
}

function positionView(account: Account, holding: Holding, size: SizeForm) {
  const { desk, seat, side, position, liquidationTicks } = holding;
  const { instrument, tape } = desk;
  const amounts = amountsOf(holding);
  const lots = position?.qtyLots ?? 0;
  const quote = (atoms: number) => formatQuote(instrument, atoms);
  const [first] = termsOf(instrument).brackets;
  const isCross = seat.marginMode === 'cross';
  return {
    ...{ user: account.id, contract: pairOf(desk), size: size(lots), mode: MODES[side] },
    ...{ leverage: isCross ? '0' : String(seat.leverage), cross_leverage_limit: isCross ? String(seat.leverage) : '0' },
    ...{ lever: String(seat.leverage), pos_margin_mode: seat.marginMode },
    ...{ leverage_max: String(first?.maxLeverage ?? 1), value: quote(amounts.notional), margin: quote(amounts.wallet) },
    entry_price: position === undefined ? '0' : entryPrice(instrument, position.entryAtoms, Math.abs(lots)),
    liq_price: liquidationTicks === 0 ? '0' : formatPrice(instrument, liquidationTicks),
    ...{ mark_price: formatPrice(instrument, seat.markTicks), initial_margin: quote(amounts.initial) },
    maintenance_margin: quote(amounts.maintenance),
    maintenance_rate: formatScaled(first?.maintenancePpm ?? 0, PPM_DECIMALS, true),
    ...{ unrealised_pnl: quote(amounts.unrealised), realised_pnl: '0', history_pnl: '0', last_close_pnl: '0' },
    ...{ realised_point: '0', history_point: '0', adl_ranking: 6, pending_orders: seat.openOrders },
    ...{ close_order: null, risk_limit: '0', update_time: Math.floor(tape.lastAtMs / SECOND_MS), update_id: 1 },
    open_time: Math.floor(tape.lastAtMs / SECOND_MS),
  };
}
