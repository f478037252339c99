// The signed calls about an account of contracts: wallet, positions, settings, what came and went.
import { parseQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { MarginMode } from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../../../exchange/account.ts';
import { FUNDING_ASSET } from '../../../exchange/deposits.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { TradingFloor } from '../../../exchange/trading-floor.ts';
import { INCOME_KINDS, type Income, type IncomeKind } from '../../../store/contract-history.ts';
import { holdingsOf, isHeld } from '../../holdings.ts';
import { onFloor } from '../../on-floor.ts';
import type { Calls, GuardedCall } from '../call.ts';
import { type BinanceError, words } from '../errors.ts';
import type { Params } from '../params.ts';
import { nameOf, type Symbols } from '../symbols.ts';
import {
  accountView,
  balanceView,
  bracketsView,
  maxNotional,
  positionRiskView,
  positionRiskViewV2,
  symbolConfigView,
} from './account-views.ts';
import { flag, positionSideOf } from './order-requests.ts';
import { sideName } from './order-views.ts';
import { usdmWords } from './words.ts';

const WEEK_MS = 7 * 86_400_000;
const STANDARD_INCOMES = 100;
const STANDARD_ROWS = 500;
const MAX_ROWS = 1000;
const PPM_DECIMALS = 6;
const ADD = 1;
const TAKE = 2;
const DONE = { code: 200, msg: 'success' };

export interface UsdmDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly symbols: Symbols;
}

export function accountCalls(deps: UsdmDeps): Calls {
  return { ...walletCalls(deps), ...settingCalls(deps), ...incomeCalls(deps) };
}

function walletCalls({ exchange, floor, symbols }: UsdmDeps): Calls {
  const read = (weight: number, run: GuardedCall['run']): GuardedCall => ({ weight, guard: 'futures', run });
  const account = (onlyHeld: boolean): GuardedCall =>
    read(5, (_params, caller) => accountView(exchange, caller.account, symbols.desks, { atMs: floor.nowMs, onlyHeld }));
  const balance = read(5, (_params, caller) => [balanceView(exchange, caller.account, symbols.desks, floor.nowMs)]);
  const risks = (params: Params, of: Account) => holdingsOf(exchange, of, desksOf(symbols, params));
  return {
    'GET /fapi/v2/account': account(false),
    'GET /fapi/v3/account': account(true),
    'GET /fapi/v2/balance': balance,
    'GET /fapi/v3/balance': balance,
    'GET /fapi/v2/positionRisk': read(5, (params, caller) =>
      risks(params, caller.account).map((holding) => positionRiskViewV2(holding, floor.nowMs)),
    ),
    'GET /fapi/v3/positionRisk': read(5, (params, caller) =>
      risks(params, caller.account)
        .filter(isHeld)
        .map((holding) => positionRiskView(holding, floor.nowMs)),
    ),
    'GET /fapi/v1/leverageBracket': read(1, (params) => desksOf(symbols, params).map(bracketsView)),
    'GET /fapi/v1/symbolConfig': read(5, (params, caller) =>
      desksOf(symbols, params).map((desk) =>
        symbolConfigView(desk, exchange.contracts.book.seatOf(caller.account.id, desk.instrument.symbol)),
      ),
    ),
    'GET /fapi/v1/commissionRate': read(20, (params) => {
      const desk = symbols.need(params);
      const { makerPpm, takerPpm } = desk.instrument;
      const rate = (ppm: number) => formatScaled(ppm, PPM_DECIMALS);
      return { symbol: nameOf(desk), makerCommissionRate: rate(makerPpm), takerCommissionRate: rate(takerPpm) };
    }),
  };
}

function settingCalls({ exchange, floor, symbols }: UsdmDeps): Calls {
  const { contracts } = exchange;
  const change = (run: (desk: SymbolDesk, params: Params, account: Account) => unknown): GuardedCall => ({
    weight: 1,
    guard: 'futures',
    run: (params, { account }) => {
      const desk = symbols.need(params);
      return onFloor(floor, () => run(desk, params, account));
    },
  });
  return {
    'GET /fapi/v1/positionSide/dual': {
      weight: 30,
      guard: 'futures',
      run: (_params, { account }) => ({ dualSidePosition: isHedged(exchange, account) }),
    },
    'POST /fapi/v1/positionSide/dual': {
      weight: 1,
      guard: 'futures',
      run: (params, { account }) => {
        params.needText('dualSidePosition');
        const hedged = flag(params, 'dualSidePosition');
        return onFloor(floor, () => setPositionMode(exchange, account, hedged));
      },
    },
    'GET /fapi/v1/multiAssetsMargin': { weight: 30, guard: 'futures', run: () => ({ multiAssetsMargin: false }) },
    // One asset is all there is: asking for it changes nothing, and another way there is none.
    'POST /fapi/v1/multiAssetsMargin': {
      weight: 1,
      guard: 'futures',
      run: (params) => {
        params.needText('multiAssetsMargin');
        if (flag(params, 'multiAssetsMargin')) throw words.value('multiAssetsMargin');
        throw usdmWords.sameAssetsMode();
      },
    },
    'POST /fapi/v1/leverage': change((desk, params, account) => {
      const leverage = params.needInteger('leverage');
      const answer = contracts.changeLeverage(account, desk, leverage);
      if (answer.ok === 0) throw leverageRefusal(answer.code, leverage);
      const { instrument } = desk;
      return { symbol: nameOf(desk), leverage, maxNotionalValue: maxNotional({ instrument, leverage }) };
    }),
    'POST /fapi/v1/marginType': change((desk, params, account) => {
      const type = params.oneOf('marginType', ['ISOLATED', 'CROSSED'], () => words.value('marginType'));
      return setMarginMode(exchange, account, desk, type === 'ISOLATED' ? 'isolated' : 'cross');
    }),
    'GET /fapi/v1/positionMargin/history': marginHistory({ exchange, floor, symbols }),
    'POST /fapi/v1/positionMargin': change((desk, params, account) => {
      const type = params.needInteger('type');
      if (type !== ADD && type !== TAKE) throw words.value('type');
      const amount = params.needDecimal('amount');
      const atoms = quoteAtoms(desk, amount);
      if (atoms === 0) throw usdmWords.amountZero();
      const answer = contracts.addMargin(account, desk, positionSideOf(params), type === ADD ? atoms : -atoms);
      if (answer.ok === 0) throw marginRefusal(answer.code, type === ADD);
      return { amount: Number(amount), type, ...DONE, msg: 'Successfully modify position margin.' };
    }),
  };
}

const USER = 'USER_ADJUST';

/** What the client itself moved behind its positions or took back. */
function marginHistory({ exchange, symbols }: UsdmDeps): GuardedCall {
  return {
    weight: 1,
    guard: 'futures',
    run: (params, { account }) => {
      const desk = symbols.need(params);
      const wanted = params.integer('type');
      const endMs = params.integer('endTime') ?? Number.MAX_SAFE_INTEGER;
      const adds = exchange.contracts.marginAddsSince(account, desk, params.integer('startTime') ?? 0);
      const rows = adds.map(({ amountAtoms, positionSide, atMs }) => ({
        ...{ symbol: nameOf(desk), type: amountAtoms > 0 ? ADD : TAKE, deltaType: USER, asset: FUNDING_ASSET },
        amount: formatScaled(Math.abs(amountAtoms), exchange.contracts.scale, true),
        ...{ time: atMs, positionSide: sideName(positionSide) },
      }));
      const fitting = rows.filter(({ type, time }) => time <= endMs && (wanted === null || type === wanted));
      return fitting.slice(-params.limit(STANDARD_ROWS, MAX_ROWS));
    },
  };
}

function setPositionMode(exchange: Exchange, account: Account, hedged: boolean) {
  const { contracts } = exchange;
  if (isHedged(exchange, account) === hedged) throw usdmWords.sameSide();
  const answer = contracts.setPositionMode(account, hedged ? 'hedge' : 'one_way');
  if (answer.ok === 1) return DONE;
  const hasOrders = [...contracts.book.seatsOf(account.id)].some(({ openOrders }) => openOrders > 0);
  throw hasOrders ? usdmWords.sideOrders() : usdmWords.sidePosition();
}

function setMarginMode({ contracts }: Exchange, account: Account, desk: SymbolDesk, mode: MarginMode) {
  const seat = contracts.book.seatOf(account.id, desk.instrument.symbol);
  if (seat.marginMode === mode) throw usdmWords.sameMarginType();
  const answer = contracts.setLeverage(account, desk, seat.leverage, mode);
  if (answer.ok === 1) return DONE;
  throw seat.openOrders > 0 ? usdmWords.marginTypeOrders() : usdmWords.marginTypePosition();
}

function isHedged({ contracts }: Exchange, account: Account): boolean {
  return contracts.book.positionMode(account.id) === 'hedge';
}

function leverageRefusal(code: string, leverage: number): BinanceError {
  if (code === 'POSITION_OPEN') return usdmWords.lessLeverage();
  return code === 'INSUFFICIENT_FUNDS' ? usdmWords.margin() : usdmWords.leverage(leverage);
}

function marginRefusal(code: string, isAdd: boolean): BinanceError {
  if (code === 'NO_POSITION') return usdmWords.noPosition();
  if (code === 'CROSS_MARGIN') return usdmWords.isolatedOnly();
  return isAdd ? usdmWords.crossBalance() : usdmWords.isolatedBalance();
}

function incomeCalls({ exchange, floor, symbols }: UsdmDeps): Calls {
  return {
    'GET /fapi/v1/income': {
      weight: 30,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = params.has('symbol') ? symbols.need(params) : null;
        const endMs = params.integer('endTime') ?? floor.nowMs;
        const limit = params.limit(STANDARD_INCOMES, MAX_ROWS);
        const incomes = exchange.incomes(account, {
          symbol: desk?.symbol ?? null,
          kind: incomeKind(params),
          startMs: params.integer('startTime') ?? endMs - WEEK_MS,
          endMs,
          limit,
          offset: Math.min(Number.MAX_SAFE_INTEGER, limit * Math.max(0, (params.integer('page') ?? 1) - 1)),
        });
        return incomes.map((income) => incomeView(exchange, income));
      },
    },
  };
}

/** Kinds that this exchange has none of are asked for in vain, not wrongly. */
function incomeKind(params: Params): IncomeKind | null {
  if (!params.has('incomeType')) return null;
  return params.oneOf('incomeType', INCOME_KINDS, () => words.value('incomeType'));
}

function incomeView(exchange: Exchange, { symbol, kind, atoms, atMs, sourceId }: Income) {
  return {
    symbol: nameOf(exchange.desk(symbol) as SymbolDesk),
    incomeType: kind,
    income: formatScaled(atoms, exchange.contracts.scale, true),
    asset: FUNDING_ASSET,
    info: kind,
    time: atMs,
    tranId: sourceId * INCOME_KINDS.length + INCOME_KINDS.indexOf(kind),
    tradeId: kind === 'FUNDING_FEE' ? '' : String(sourceId),
  };
}

export function desksOf(symbols: Symbols, params: Params): readonly SymbolDesk[] {
  return params.has('symbol') ? [symbols.need(params)] : symbols.desks;
}

function quoteAtoms({ instrument }: SymbolDesk, amount: string): number {
  try {
    return parseQuote(instrument, amount);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw usdmWords.precision();
  }
}
