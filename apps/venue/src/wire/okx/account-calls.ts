// The signed calls about an account: who it is, what it holds, how it is set. The exchange's two wallets are one account there:
// `availBal` and `frozenBal` tell of the coins of spot, `availEq`, `imr` and `isoEq` of what stands behind contracts.
import { formatPrice, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Account } from '../../exchange/account.ts';
import { FUNDING_ASSET } from '../../exchange/deposits.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { amountsOf, type Holding, holdingsOf } from '../holdings.ts';
import type { JsonFields } from '../json-fields.ts';
import { onFloor } from '../on-floor.ts';
import { entryPrice } from '../views.ts';
import type { Caller, GuardedCall, OkxCalls } from './call.ts';
import { words } from './errors.ts';
import { instIdOf, sizeText } from './instruments.ts';
import { mayTrade } from './judge.ts';
import { modeOf, type OkxDeps } from './okx-deps.ts';
import { positionSideOf } from './order-requests.ts';

const MODES = { net_mode: 'one_way', long_short_mode: 'hedge' } as const;

export function accountCalls(deps: OkxDeps): OkxCalls {
  const { exchange, floor, instruments } = deps;
  const read = (limit: number, run: GuardedCall['run']): GuardedCall => ({ guard: 'read', limit, run });
  return {
    'GET /api/v5/account/config': read(5, (_fields, caller) => [configView(exchange, caller)]),
    'GET /api/v5/account/balance': read(10, (fields, { account }) => [
      balanceView(exchange, account, fields.text('ccy')),
    ]),
    'GET /api/v5/account/positions': read(10, (fields, { account }) =>
      positionViews(exchange, account, contractsOf(instruments.asked(fields)), floor.nowMs),
    ),
    'GET /api/v5/account/account-position-risk': read(10, (_fields, { account }) => {
      const posData = positionViews(exchange, account, contractsOf(instruments.desks), floor.nowMs).map(
        ({ instId, instType, mgnMode, pos, posSide, notionalUsd }) => ({
          instId,
          instType,
          mgnMode,
          pos,
          posSide,
          notionalUsd,
        }),
      );
      const { details, totalEq: adjEq } = balanceView(exchange, account, null);
      const balData = details.map(({ ccy, eq, disEq }) => ({ ccy, eq, disEq }));
      return [{ adjEq, balData, posData, ts: String(floor.nowMs) }];
    }),
    'GET /api/v5/account/leverage-info': read(20, (fields, { account }) => {
      const mgnMode = fields.oneOf('mgnMode', ['isolated', 'cross']);
      const desk = contractIn(deps, fields);
      const { leverage } = exchange.contracts.book.seatOf(account.id, desk.instrument.symbol);
      return [{ instId: instIdOf(desk), mgnMode, posSide: 'net', lever: String(leverage), ccy: '' }];
    }),
    // ccxt reads it to list coins; nothing is deposited or withdrawn by it here.
    'GET /api/v5/asset/currencies': read(6, () =>
      exchange.balances.assets().map((ccy) => ({
        ...{ ccy, name: ccy, chain: `${ccy}-Simulated`, canDep: false, canWd: false, canInternal: false },
        ...{ minFee: '0', maxFee: '0', minWd: '0', maxWd: '0', wdTickSz: '8', mainNet: true },
      })),
    ),
    ...settingCalls(deps),
  };
}

function settingCalls(deps: OkxDeps): OkxCalls {
  const { exchange, floor } = deps;
  const { contracts } = exchange;
  const change = (limit: number, run: (fields: JsonFields, account: Account) => object): GuardedCall => ({
    guard: 'trade',
    limit,
    run: (fields, { account }) => onFloor(floor, () => [run(fields, account)]),
  });
  return {
    'POST /api/v5/account/set-position-mode': change(5, (fields, account) => {
      const posMode = fields.oneOf('posMode', ['net_mode', 'long_short_mode']);
      const isSame = contracts.book.positionMode(account.id) === MODES[posMode];
      if (!isSame && contracts.setPositionMode(account, MODES[posMode]).ok === 0) throw words.inTheWay();
      return { posMode };
    }),
    'POST /api/v5/account/set-leverage': change(40, (fields, account) => {
      const desk = contractIn(deps, fields);
      const mgnMode = fields.oneOf('mgnMode', ['isolated', 'cross']);
      const leverage = fields.integer('lever');
      if (leverage === null || leverage === 0) throw words.parameter('lever');
      const answer =
        modeOf(exchange, account, desk) === mgnMode
          ? contracts.changeLeverage(account, desk, leverage)
          : contracts.setLeverage(account, desk, leverage, mgnMode);
      if (answer.ok === 0) throw leverageRefusal(answer.code);
      return { instId: instIdOf(desk), lever: String(leverage), mgnMode, posSide: fields.text('posSide') ?? 'net' };
    }),
    'POST /api/v5/account/position/margin-balance': change(20, (fields, account) => {
      const desk = contractIn(deps, fields);
      const type = fields.oneOf('type', ['add', 'reduce']);
      const posSide = positionSideOf(exchange, account, fields);
      const atoms = quoteAtoms(desk, fields.needDecimal('amt'));
      const answer = contracts.addMargin(account, desk, posSide, type === 'add' ? atoms : -atoms);
      if (answer.ok === 0) throw answer.code === 'INSUFFICIENT_FUNDS' ? words.marginAmount() : words.marginPosition();
      return { instId: instIdOf(desk), posSide, type, amt: fields.needText('amt'), ccy: '', leverage: '' };
    }),
  };
}

function leverageRefusal(code: string) {
  if (code === 'POSITION_OPEN') return words.inTheWay();
  return code === 'INSUFFICIENT_FUNDS' ? words.leverageFunds() : words.leverageHigh();
}

function contractIn({ instruments }: OkxDeps, fields: JsonFields): SymbolDesk {
  const desk = instruments.need(fields);
  if (desk.contract === null) throw words.parameter('instId');
  return desk;
}

function contractsOf(desks: readonly SymbolDesk[]): readonly SymbolDesk[] {
  return desks.filter(({ contract }) => contract !== null);
}

function quoteAtoms({ instrument }: SymbolDesk, amount: string): number {
  try {
    return parseQuote(instrument, amount);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw words.parameter('amt');
  }
}

function configView({ contracts }: Exchange, { account, key }: Caller) {
  const perm = [
    ...(key.permissions.includes('read') ? ['read_only'] : []),
    ...(mayTrade(key) ? ['trade'] : []),
    ...(key.permissions.includes('withdraw') ? ['withdraw'] : []),
  ];
  return {
    ...{ uid: String(account.id), mainUid: String(account.id), label: key.label, ip: key.ips.join(',') },
    ...{ perm: perm.join(','), acctLv: '2', level: 'Lv1', roleType: '0', kycLv: '0', type: '0' },
    posMode: contracts.book.positionMode(account.id) === 'hedge' ? 'long_short_mode' : 'net_mode',
    ...{ autoLoan: false, ctIsoMode: 'automatic', mgnIsoMode: 'automatic', greeksType: 'PA', opAuth: '0' },
  };
}

/** The account's own row is of its quote; coins that it never held are none of its rows. */
export function balanceView(exchange: Exchange, account: Account, only: string | null) {
  const wanted = only === null ? null : new Set(only.split(','));
  const details = exchange.balances
    .assets()
    .filter((ccy) => wanted === null || wanted.has(ccy))
    .map((ccy) => detailView(exchange, account, ccy))
    .filter(({ ccy, eq }) => ccy === FUNDING_ASSET || !/^0(\.0+)?$/.test(eq));
  const total = details.find(({ ccy }) => ccy === FUNDING_ASSET)?.eq ?? '0';
  return {
    totalEq: total,
    adjEq: '',
    imr: '',
    mmr: '',
    isoEq: '',
    ordFroz: '',
    uTime: String(account.madeAtMs),
    details,
  };
}

function detailView(exchange: Exchange, account: Account, ccy: string) {
  const { balances } = exchange;
  const { freeAtoms, lockedAtoms } = balances.balance(account.id, ccy);
  const text = (atoms: number) => balances.format(ccy, atoms);
  const wallet = ccy === FUNDING_ASSET ? walletOf(exchange, account) : null;
  const scale = balances.scaleOf(ccy);
  const inSpot = freeAtoms + lockedAtoms;
  const eq = wallet === null ? text(inSpot) : text(inSpot + parseScaled(wallet.equity, scale, 'floor'));
  return {
    ...{ ccy, eq, cashBal: text(inSpot), disEq: eq, eqUsd: '', uTime: String(account.madeAtMs) },
    ...{ availBal: text(freeAtoms), frozenBal: text(lockedAtoms), ordFrozen: wallet?.orders ?? text(lockedAtoms) },
    ...{
      availEq: wallet?.available ?? '',
      imr: wallet?.imr ?? '',
      isoEq: wallet?.isolated ?? '',
      upl: wallet?.upl ?? '',
    },
    ...{ liab: '', interest: '', twap: '0', mgnRatio: '' },
  };
}

/** What stands behind contracts, in the figures that sum it up. */
function walletOf(exchange: Exchange, account: Account) {
  const { book, scale } = exchange.contracts;
  const text = (atoms: number) => formatScaled(atoms, scale, true);
  const sum = { upl: 0, isolated: 0, initial: 0, orders: 0 };
  const counted = new Set<string>();
  for (const holding of holdingsOf(exchange, account, contractsOf(exchange.desks))) {
    const { unrealised, wallet, initial, openOrder } = amountsOf(holding);
    sum.upl += unrealised;
    if (holding.seat.marginMode === 'cross') sum.initial += initial;
    else if (holding.position !== undefined) sum.isolated += wallet + unrealised;
    if (!counted.has(holding.desk.symbol)) sum.orders += openOrder;
    counted.add(holding.desk.symbol);
  }
  return {
    ...{
      equity: text(Math.max(0, book.walletAtoms(account.id) + sum.upl)),
      upl: text(sum.upl),
      orders: text(sum.orders),
    },
    ...{ available: text(book.availableAtoms(account.id)), isolated: text(sum.isolated) },
    imr: text(sum.initial + sum.orders),
  };
}

/** What is held: nothing else has a row there. */
export function positionViews(exchange: Exchange, account: Account, desks: readonly SymbolDesk[], nowMs: number) {
  return holdingsOf(exchange, account, desks)
    .filter(({ position }) => position !== undefined)
    .map((holding) => positionView(holding, nowMs));
}

function positionView(holding: Holding, nowMs: number) {
  const { desk, seat, side, position, liquidationTicks } = holding;
  const { instrument } = desk;
  const amounts = amountsOf(holding);
  const lots = position?.qtyLots ?? 0;
  const isIsolated = seat.marginMode === 'isolated';
  return {
    ...{ instType: 'SWAP', instId: instIdOf(desk), mgnMode: seat.marginMode, posSide: side, ccy: instrument.quote },
    posId: `${instIdOf(desk)}-${side}`,
    // Signed in one-way mode only.
    pos: sizeText(desk, side === 'net' ? lots : Math.abs(lots)),
    avgPx: position === undefined ? '' : entryPrice(instrument, position.entryAtoms, Math.abs(lots)),
    ...{ markPx: formatPrice(instrument, seat.markTicks), lever: String(seat.leverage) },
    liqPx: liquidationTicks === 0 ? '' : formatPrice(instrument, liquidationTicks),
    margin: isIsolated ? formatQuote(instrument, amounts.wallet) : '',
    imr: isIsolated ? '' : formatQuote(instrument, amounts.initial),
    mmr: formatQuote(instrument, amounts.maintenance),
    notionalUsd: formatQuote(instrument, amounts.notional),
    ...{ upl: formatQuote(instrument, amounts.unrealised), uplRatio: '', cTime: String(nowMs), uTime: String(nowMs) },
  };
}
