// The signed calls about an account: who it is, what it holds, how it is set. Spot and contracts are one pot there, and the margin
// mode is the whole account's: here it is every contract's, and `isolated` where all of them are.
import { formatPrice, formatQty, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { MarginMode } from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../../exchange/account.ts';
import { FUNDING_ASSET } from '../../exchange/deposits.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { amountsOf, type Holding, holdingsOf } from '../holdings.ts';
import type { JsonFields } from '../json-fields.ts';
import { onFloor } from '../on-floor.ts';
import { entryPrice } from '../views.ts';
import type { BybitDeps } from './bybit-deps.ts';
import type { BybitCalls, Caller, GuardedCall } from './call.ts';
import { BybitError, words } from './errors.ts';
import { positionIdxOf, sideIn } from './order-requests.ts';
import { pairOf } from './pairs.ts';

const READS = 50;
const CHANGES = 10;
const MODES = { ISOLATED_MARGIN: 'isolated', REGULAR_MARGIN: 'cross' } as const;
const POSITION_MODES = { '0': 'one_way', '3': 'hedge' } as const;
const WHOLE_LEVERAGE = /^(\d{1,3})(\.0+)?$/;

export function accountCalls(deps: BybitDeps): BybitCalls {
  const { exchange, floor, pairs } = deps;
  const read = (run: GuardedCall['run']): GuardedCall => ({ guard: 'read', limit: READS, run });
  return {
    'GET /v5/user/query-api': read((_fields, caller) => keyView(caller)),
    'GET /v5/account/info': read((_fields, { account }) => ({
      ...{ unifiedMarginStatus: 5, marginMode: modeText(modeOf(exchange, account)), isMasterTrader: false },
      ...{ spotHedgingStatus: 'OFF', updatedTime: String(floor.nowMs), dcpStatus: 'OFF', timeWindow: 0, smpGroup: 0 },
    })),
    'GET /v5/account/wallet-balance': read((fields, { account }) => {
      fields.oneOf('accountType', ['UNIFIED']);
      return { list: [balanceView(exchange, account, fields.text('coin'))] };
    }),
    'GET /v5/position/list': read((fields, { account }) => {
      fields.oneOf('category', ['linear']);
      const list = holdingsOf(exchange, account, pairs.settled(fields))
        .filter(({ position }) => position !== undefined || fields.text('symbol') !== null)
        .map((holding) => positionView(holding, floor.nowMs));
      return { category: 'linear', list, nextPageCursor: '' };
    }),
    // ccxt reads it to list coins; nothing is deposited or withdrawn by it here.
    'GET /v5/asset/coin/query-info': read(() => ({
      rows: exchange.balances.assets().map((coin) => ({ name: coin, coin, remainAmount: '0', chains: [] })),
    })),
    ...settingCalls(deps),
  };
}

function settingCalls(deps: BybitDeps): BybitCalls {
  const { exchange, floor, pairs } = deps;
  const change = (limit: number, run: (fields: JsonFields, account: Account) => object): GuardedCall => ({
    guard: 'trade',
    limit,
    run: (fields, { account }) => onFloor(floor, () => run(fields, account)),
  });
  return {
    'POST /v5/account/set-margin-mode': change(5, (fields, account) => {
      const wanted = fields.oneOf('setMarginMode', ['ISOLATED_MARGIN', 'REGULAR_MARGIN']);
      if (!setMarginMode(exchange, account, pairs.ofKind('futures'), MODES[wanted])) throw words.marginMode();
      return { reasons: [] };
    }),
    'POST /v5/position/switch-mode': change(CHANGES, (fields, account) => {
      fields.oneOf('category', ['linear']);
      const mode = POSITION_MODES[fields.oneOf('mode', ['0', '3'])];
      if (exchange.contracts.book.positionMode(account.id) === mode) throw words.sameMode();
      if (exchange.contracts.setPositionMode(account, mode).ok === 1) return {};
      throw isHeldAnywhere(exchange, account, pairs) ? words.positionStands() : words.orderStands();
    }),
    'POST /v5/position/set-leverage': change(CHANGES, (fields, account) => {
      const desk = pairs.needContract(fields);
      const [buy, sell] = [leverageIn(fields, 'buyLeverage'), leverageIn(fields, 'sellLeverage')];
      if (buy !== sell) throw words.parameter('sellLeverage');
      const { leverage } = exchange.contracts.book.seatOf(account.id, desk.instrument.symbol);
      if (leverage === buy) throw words.sameLeverage();
      const set = () => exchange.contracts.changeLeverage(account, desk, buy);
      const answer = withPot(exchange, account, set);
      if (answer === null) return {};
      throw answer === 'INSUFFICIENT_FUNDS' ? words.leverageFunds() : words.leverage();
    }),
    'POST /v5/position/add-margin': change(CHANGES, (fields, account) => {
      const desk = pairs.needContract(fields);
      const side = sideIn(fields);
      const atoms = marginIn(desk, fields);
      const answer = withPot(exchange, account, () => exchange.contracts.addMargin(account, desk, side, atoms));
      if (answer === null) {
        const holding = holdingsOf(exchange, account, [desk]).find((one) => one.side === side);
        return holding === undefined ? {} : { category: 'linear', ...positionView(holding, floor.nowMs) };
      }
      if (answer === 'NO_POSITION') throw words.marginPosition();
      throw answer === 'CROSS_MARGIN' ? words.marginCross() : words.marginAmount();
    }),
  };
}

/** Tried again with what the other wallet has free. Null = done, else why not. */
function withPot(exchange: Exchange, account: Account, change: () => { readonly ok: 0 | 1; readonly code?: string }) {
  let answer = change();
  if (answer.code === 'INSUFFICIENT_FUNDS' && exchange.pool(account, 'futures')) answer = change();
  return answer.ok === 1 ? null : (answer.code ?? '');
}

function isHeldAnywhere(exchange: Exchange, account: Account, pairs: BybitDeps['pairs']): boolean {
  return holdingsOf(exchange, account, pairs.ofKind('futures')).some(({ position }) => position !== undefined);
}

function leverageIn(fields: JsonFields, name: string): number {
  const [, whole] = WHOLE_LEVERAGE.exec(fields.needText(name)) ?? [];
  if (whole === undefined || Number(whole) === 0) throw words.parameter(name);
  return Number(whole);
}

function marginIn({ instrument }: SymbolDesk, fields: JsonFields): number {
  const text = fields.needText('margin');
  if (!/^-?\d{1,12}(\.\d{1,4})?$/.test(text)) throw words.parameter('margin');
  const isOut = text.startsWith('-');
  try {
    const atoms = parseQuote(instrument, isOut ? text.slice(1) : text);
    if (atoms === 0) throw new BybitError(110027, 'Margin has not been modified.');
    return isOut ? -atoms : atoms;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw words.parameter('margin');
  }
}

function modeOf(exchange: Exchange, account: Account): MarginMode {
  const { book } = exchange.contracts;
  const contracts = exchange.desks.filter(({ contract }) => contract !== null);
  const isCross = contracts.some(({ instrument }) => book.seatOf(account.id, instrument.symbol).marginMode === 'cross');
  return isCross ? 'cross' : 'isolated';
}

function modeText(mode: MarginMode): 'ISOLATED_MARGIN' | 'REGULAR_MARGIN' {
  return mode === 'isolated' ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN';
}

/** Of all contracts or of none: one on which something stands keeps its mode, and with it the account. */
function setMarginMode(exchange: Exchange, account: Account, desks: readonly SymbolDesk[], mode: MarginMode): boolean {
  const { contracts } = exchange;
  const seats = desks.map((desk) => ({ desk, seat: contracts.book.seatOf(account.id, desk.instrument.symbol) }));
  const others = seats.filter(({ seat }) => seat.marginMode !== mode);
  if (others.some(({ seat }) => seat.positions.size > 0 || seat.openOrders > 0)) return false;
  return others.every(({ desk, seat }) => contracts.setLeverage(account, desk, seat.leverage, mode).ok === 1);
}

function keyView({ account, key }: Caller) {
  const may = (permission: (typeof key.permissions)[number]) => key.permissions.includes(permission);
  return {
    ...{ id: String(account.id), note: key.label, apiKey: key.key, secret: '', type: 1, deadlineDay: -1 },
    readOnly: may('spot') || may('futures') || may('withdraw') ? 0 : 1,
    permissions: {
      ContractTrade: may('futures') ? ['Order', 'Position'] : [],
      Derivatives: may('futures') ? ['DerivativesTrade'] : [],
      Spot: may('spot') ? ['SpotTrade'] : [],
      Wallet: may('withdraw') ? ['AccountTransfer', 'Withdraw'] : [],
      ...{ Options: [], Exchange: [], Earn: [], NFT: [], BlockTrade: [], Affiliate: [], CopyTrading: [] },
    },
    ips: key.ips.length === 0 ? ['*'] : [...key.ips],
    ...{ userID: account.id, inviterID: 0, vipLevel: 'No VIP', mktMakerLevel: '0', affiliateID: 0 },
    ...{ createdAt: new Date(key.madeAtMs).toISOString(), isMaster: true, parentUid: '0', uta: 1, kycLevel: 'LEVEL_0' },
  };
}

/** Coins that the account never held are none of its rows. */
export function balanceView(exchange: Exchange, account: Account, only: string | null) {
  const wanted = only === null ? null : new Set(only.split(','));
  const coin = exchange.balances
    .assets()
    .filter((asset) => wanted === null || wanted.has(asset))
    .map((asset) => coinView(exchange, account, asset))
    .filter(({ coin: asset, walletBalance }) => asset === FUNDING_ASSET || !/^0(\.0+)?$/.test(walletBalance));
  const total = coin.find(({ coin: asset }) => asset === FUNDING_ASSET)?.equity ?? '0';
  return {
    ...{ accountType: 'UNIFIED', totalEquity: total, totalWalletBalance: total, totalMarginBalance: total },
    ...{ totalAvailableBalance: '', totalPerpUPL: '', totalInitialMargin: '', totalMaintenanceMargin: '' },
    ...{ accountIMRate: '', accountMMRate: '', accountLTV: '', coin },
  };
}

function coinView(exchange: Exchange, account: Account, asset: string) {
  const { balances } = exchange;
  const { freeAtoms, lockedAtoms } = balances.balance(account.id, asset);
  const scale = balances.scaleOf(asset);
  const text = (atoms: number) => formatScaled(atoms, scale, true);
  const inSpot = freeAtoms + lockedAtoms;
  const behind = asset === FUNDING_ASSET ? behindContracts(exchange, account, scale) : NOTHING;
  return {
    ...{ coin: asset, walletBalance: text(inSpot + behind.wallet), locked: text(lockedAtoms) },
    equity: text(inSpot + behind.wallet + behind.unrealised),
    ...{
      unrealisedPnl: text(behind.unrealised),
      totalOrderIM: text(behind.orders),
      totalPositionIM: text(behind.positions),
    },
    ...{
      totalPositionMM: text(behind.maintenance),
      usdValue: '',
      cumRealisedPnl: '0',
      borrowAmount: '0',
      spotBorrow: '0',
    },
    ...{ accruedInterest: '0', bonus: '0', free: '', availableToWithdraw: '', availableToBorrow: '' },
    ...{ marginCollateral: true, collateralSwitch: true, spotHedgingQty: '0' },
  };
}

const NOTHING = { wallet: 0, unrealised: 0, orders: 0, positions: 0, maintenance: 0 };

/** What stands behind contracts, in atoms of the spot wallet's scale: what is not available is bound. */
function behindContracts(exchange: Exchange, account: Account, scale: number): typeof NOTHING {
  const { book, scale: own } = exchange.contracts;
  const scaled = (atoms: number) => parseScaled(formatScaled(atoms, own), scale, 'floor');
  const sum = { unrealised: 0, orders: 0, maintenance: 0 };
  const counted = new Set<string>();
  const desks = exchange.desks.filter(({ contract }) => contract !== null);
  for (const holding of holdingsOf(exchange, account, desks)) {
    const { maintenance, openOrder, unrealised } = amountsOf(holding);
    sum.unrealised += unrealised;
    sum.maintenance += maintenance;
    if (!counted.has(holding.desk.symbol)) sum.orders += openOrder;
    counted.add(holding.desk.symbol);
  }
  const equity = book.walletAtoms(account.id) + sum.unrealised;
  const bound = Math.max(0, equity - book.availableAtoms(account.id));
  return {
    ...{ wallet: scaled(book.walletAtoms(account.id)), unrealised: scaled(sum.unrealised) },
    ...{
      orders: scaled(sum.orders),
      positions: scaled(Math.max(0, bound - sum.orders)),
      maintenance: scaled(sum.maintenance),
    },
  };
}

export function positionView(holding: Holding, nowMs: number) {
  const { desk, seat, side, position, liquidationTicks } = holding;
  const { instrument } = desk;
  const amounts = amountsOf(holding);
  const lots = position?.qtyLots ?? 0;
  const isShort = side === 'short' || lots < 0;
  return {
    ...{ symbol: pairOf(desk), positionIdx: positionIdxOf(side), riskId: 1, riskLimitValue: '' },
    ...{ side: lots === 0 ? '' : isShort ? 'Sell' : 'Buy', size: formatQty(instrument, Math.abs(lots)) },
    avgPrice: position === undefined ? '0' : entryPrice(instrument, position.entryAtoms, Math.abs(lots)),
    ...{ positionValue: formatQuote(instrument, amounts.notional), leverage: String(seat.leverage), tradeMode: 0 },
    markPrice: formatPrice(instrument, seat.markTicks),
    liqPrice: liquidationTicks === 0 ? '' : formatPrice(instrument, liquidationTicks),
    ...{
      positionIM: formatQuote(instrument, amounts.initial),
      positionMM: formatQuote(instrument, amounts.maintenance),
    },
    positionBalance: formatQuote(instrument, amounts.wallet),
    ...{ unrealisedPnl: formatQuote(instrument, amounts.unrealised), positionStatus: 'Normal', autoAddMargin: 0 },
    ...{
      takeProfit: '',
      stopLoss: '',
      trailingStop: '',
      seq: -1,
      createdTime: String(nowMs),
      updatedTime: String(nowMs),
    },
  };
}
