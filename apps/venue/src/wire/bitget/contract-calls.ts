// The signed calls of contracts: orders, trades, positions and their settings.
import { formatPrice, formatQty, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
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
import { type BitgetDeps, backQuery } from './bitget-deps.ts';
import { type BitgetCalls, CHANGES, type GuardedCall, READS } from './call.ts';
import { errorOf, words } from './errors.ts';
import { cancelled, ended, endIdOf, named, placed, receipt, standing } from './order-lookup.ts';
import { contractOrderView, contractTradeView } from './order-views.ts';
import { MARGIN_COIN, pairOf } from './pairs.ts';

const MARGIN_MODES = { isolated: 'isolated', crossed: 'cross' } as const;
const POSITION_MODES = { one_way_mode: 'one_way', hedge_mode: 'hedge' } as const;
const RATIO_DECIMALS = 6;

export function contractCalls(deps: BitgetDeps): BitgetCalls {
  const { exchange, floor, pairs } = deps;
  const deskOf = ({ symbol }: { readonly symbol: string }) => exchange.desk(symbol) as SymbolDesk;
  const orderView = (account: Account, order: OrderRecord, stateName: 'state' | 'status') =>
    contractOrderView(deskOf(order), order, marginModeOf(deps, account, deskOf(order)), stateName);
  const page = (account: Account, orders: readonly OrderRecord[]) => ({
    entrustedList: orders.length === 0 ? null : orders.map((order) => orderView(account, order, 'status')),
    endId: endIdOf(orders),
  });
  return {
    'POST /api/v2/mix/order/place-order': {
      ...{ guard: 'futures', limit: CHANGES },
      run: (fields, { account }) => onFloor(floor, () => receipt(placed(deps, account, 'futures', fields))),
    },
    'POST /api/v2/mix/order/cancel-order': {
      ...{ guard: 'futures', limit: CHANGES },
      run: (fields, { account }) => onFloor(floor, () => receipt(cancelled(deps, account, 'futures', fields))),
    },
    'GET /api/v2/mix/order/detail': {
      ...{ guard: 'read', limit: READS },
      run: (fields, { account }) => {
        pairs.need('futures', fields);
        const order = named(deps, account, 'futures', fields);
        if (order === null) throw words.noOrder();
        return orderView(account, order, 'state');
      },
    },
    'GET /api/v2/mix/order/orders-pending': {
      ...{ guard: 'read', limit: READS },
      run: (fields, { account }) => page(account, standing(deps, account, 'futures', fields)),
    },
    'GET /api/v2/mix/order/orders-history': {
      ...{ guard: 'read', limit: READS },
      run: (fields, { account }) => page(account, ended(deps, account, 'futures', fields)),
    },
    'GET /api/v2/mix/order/fills': {
      ...{ guard: 'read', limit: READS },
      run: (fields, { account }) => {
        const symbols = pairs.asked('futures', fields).map(({ symbol }) => symbol);
        const query = { ...backQuery(symbols, fields), orderId: fields.integer('orderId') };
        const fills = exchange.fillsBack(account, query);
        return { fillList: fills.map((fill) => contractTradeView(deskOf(fill), fill)), endId: endIdOf(fills) };
      },
    },
    'GET /api/v2/mix/position/all-position': {
      ...{ guard: 'read', limit: READS / 2 },
      run: (fields, { account }) => positions(deps, account, pairs.asked('futures', fields)),
    },
    'GET /api/v2/mix/position/single-position': {
      ...{ guard: 'read', limit: READS },
      run: (fields, { account }) => positions(deps, account, [pairs.need('futures', fields)]),
    },
    ...settingCalls(deps),
  };
}

function settingCalls(deps: BitgetDeps): BitgetCalls {
  const { exchange, floor, pairs } = deps;
  const { contracts } = exchange;
  const change = (run: (fields: JsonFields, account: Account) => object): GuardedCall => ({
    ...{ guard: 'futures', limit: CHANGES / 2 },
    run: (fields, { account }) => onFloor(floor, () => run(fields, account)),
  });
  return {
    'POST /api/v2/mix/account/set-position-mode': change((fields, account) => {
      pairs.asked('futures', fields);
      const posMode = fields.oneOf('posMode', ['one_way_mode', 'hedge_mode']);
      const isSame = contracts.book.positionMode(account.id) === POSITION_MODES[posMode];
      if (!isSame && contracts.setPositionMode(account, POSITION_MODES[posMode]).ok === 0) throw words.inTheWay();
      return { posMode };
    }),
    'POST /api/v2/mix/account/set-margin-mode': change((fields, account) => {
      const desk = pairs.need('futures', fields);
      const marginMode = fields.oneOf('marginMode', ['isolated', 'crossed']);
      const { leverage, marginMode: before } = contracts.book.seatOf(account.id, desk.instrument.symbol);
      const mode = MARGIN_MODES[marginMode];
      if (before !== mode && contracts.setLeverage(account, desk, leverage, mode).ok === 0)
        throw words.marginInTheWay();
      return { symbol: pairOf(desk), marginCoin: MARGIN_COIN, longLeverage: String(leverage), marginMode };
    }),
    'POST /api/v2/mix/account/set-leverage': change((fields, account) => {
      const desk = pairs.need('futures', fields);
      const leverage = fields.integer('leverage');
      if (leverage === null || leverage === 0) throw words.parameter('leverage');
      const answer = contracts.changeLeverage(account, desk, leverage);
      if (answer.ok === 0) throw answer.code === 'INSUFFICIENT_FUNDS' ? words.marginFunds() : words.leverage();
      const both = { longLeverage: String(leverage), shortLeverage: String(leverage) };
      return { symbol: pairOf(desk), marginCoin: MARGIN_COIN, ...both, marginMode: marginModeOf(deps, account, desk) };
    }),
    'POST /api/v2/mix/account/set-margin': change((fields, account) => {
      const desk = pairs.need('futures', fields);
      const answer = contracts.addMargin(account, desk, sideOf(deps, account, fields), marginIn(desk, fields));
      if (answer.ok === 0) throw answer.code === 'INSUFFICIENT_FUNDS' ? words.marginFunds() : words.noPosition();
      return {};
    }),
  };
}

function sideOf({ exchange }: BitgetDeps, account: Account, fields: JsonFields): PositionSide {
  if (exchange.contracts.book.positionMode(account.id) === 'one_way') return 'net';
  return fields.oneOf('holdSide', ['long', 'short']);
}

function marginIn({ instrument }: SymbolDesk, fields: JsonFields): number {
  const text = fields.needText('amount');
  if (!/^-?\d{1,12}(\.\d{1,8})?$/.test(text)) throw words.parameter('amount');
  const isOut = text.startsWith('-');
  try {
    const atoms = parseQuote(instrument, isOut ? text.slice(1) : text);
    return isOut ? -atoms : atoms;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw errorOf('LOT_SIZE', 'futures', text);
  }
}

export function marginModeOf({ exchange }: Pick<BitgetDeps, 'exchange'>, account: Account, { instrument }: SymbolDesk) {
  return exchange.contracts.book.seatOf(account.id, instrument.symbol).marginMode === 'isolated'
    ? 'isolated'
    : 'crossed';
}

/** What is held: nothing else has a row there. */
function positions({ exchange }: BitgetDeps, account: Account, desks: readonly SymbolDesk[]) {
  return holdingsOf(exchange, account, desks)
    .filter(({ position }) => position !== undefined)
    .map((holding) => positionView(holding));
}

function positionView(holding: Holding) {
  const { desk, seat, side, position, liquidationTicks } = holding;
  const { instrument, tape } = desk;
  const amounts = amountsOf(holding);
  const lots = position?.qtyLots ?? 0;
  const total = formatQty(instrument, Math.abs(lots));
  return {
    ...{ marginCoin: MARGIN_COIN, symbol: pairOf(desk), holdSide: side === 'short' || lots < 0 ? 'short' : 'long' },
    ...{
      openDelegateSize: '0',
      marginSize: formatQuote(instrument, amounts.wallet),
      available: total,
      locked: '0',
      total,
    },
    ...{ leverage: String(seat.leverage), achievedProfits: '0', breakEvenPrice: '0', totalFee: '', deductedFee: '' },
    openPriceAvg: position === undefined ? '0' : entryPrice(instrument, position.entryAtoms, Math.abs(lots)),
    ...{ marginMode: seat.marginMode === 'isolated' ? 'isolated' : 'crossed' },
    ...{ posMode: side === 'net' ? 'one_way_mode' : 'hedge_mode', markPrice: formatPrice(instrument, seat.markTicks) },
    unrealizedPL: formatQuote(instrument, amounts.unrealised),
    liquidationPrice: liquidationTicks === 0 ? '0' : formatPrice(instrument, liquidationTicks),
    keepMarginRate: ratio(amounts.maintenance, amounts.notional),
    ...{
      marginRatio: '0',
      assetMode: 'single',
      autoMargin: 'off',
      cTime: String(tape.lastAtMs),
      uTime: String(tape.lastAtMs),
    },
  };
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '0' : formatScaled(Math.round((part / whole) * 10 ** RATIO_DECIMALS), RATIO_DECIMALS, true);
}
