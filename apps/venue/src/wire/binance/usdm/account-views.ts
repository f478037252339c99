// The futures wallet and the positions of an account as the USD-M wire writes them.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { termsOf } from '@cormorant/core/market/margin.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { ContractPosition, Seat } from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../../../exchange/account.ts';
import { FUNDING_ASSET } from '../../../exchange/deposits.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import { amountsOf, type Holding, holdingsOf, isHeld } from '../../holdings.ts';
import { entryPrice } from '../../views.ts';
import { nameOf } from '../symbols.ts';
import { sideName } from './order-views.ts';

const PPM_DECIMALS = 6;

export function positionRiskView(holding: Holding, atMs: number) {
  const { desk, seat, side, position, liquidationTicks } = holding;
  const { instrument } = desk;
  const amounts = amountsOf(holding);
  const quote = (atoms: Atoms) => formatQuote(instrument, atoms);
  const isIsolated = seat.marginMode === 'isolated';
  return {
    symbol: nameOf(desk),
    positionSide: sideName(side),
    positionAmt: formatQty(instrument, position?.qtyLots ?? 0),
    entryPrice: entryOf(instrument, position),
    breakEvenPrice: entryOf(instrument, position),
    markPrice: formatPrice(instrument, seat.markTicks),
    unRealizedProfit: quote(amounts.unrealised),
    liquidationPrice: liquidationTicks === 0 ? '0' : formatPrice(instrument, liquidationTicks),
    isolatedMargin: isIsolated ? quote(amounts.wallet + (position === undefined ? 0 : amounts.unrealised)) : '0',
    notional: quote(amounts.isShort ? -amounts.notional : amounts.notional),
    marginAsset: instrument.quote,
    isolatedWallet: isIsolated ? quote(amounts.wallet) : '0',
    initialMargin: quote(amounts.initial + amounts.openOrder),
    maintMargin: quote(amounts.maintenance),
    positionInitialMargin: quote(amounts.initial),
    openOrderInitialMargin: quote(amounts.openOrder),
    adl: 0,
    bidNotional: '0',
    askNotional: '0',
    updateTime: position === undefined ? 0 : atMs,
  };
}

/** Version 2 says the settings with the position. */
export function positionRiskViewV2(holding: Holding, atMs: number) {
  const { seat } = holding;
  return {
    ...positionRiskView(holding, atMs),
    leverage: String(seat.leverage),
    marginType: seat.marginMode,
    isAutoAddMargin: 'false',
    maxNotionalValue: maxNotional(seat),
  };
}

function accountPositionView(holding: Holding, atMs: number) {
  const { desk, seat } = holding;
  const risk = positionRiskView(holding, atMs);
  return {
    symbol: nameOf(desk),
    positionSide: risk.positionSide,
    positionAmt: risk.positionAmt,
    unrealizedProfit: risk.unRealizedProfit,
    isolatedMargin: risk.isolatedMargin,
    notional: risk.notional,
    isolatedWallet: risk.isolatedWallet,
    initialMargin: risk.initialMargin,
    maintMargin: risk.maintMargin,
    positionInitialMargin: risk.positionInitialMargin,
    openOrderInitialMargin: risk.openOrderInitialMargin,
    updateTime: risk.updateTime,
    entryPrice: risk.entryPrice,
    breakEvenPrice: risk.breakEvenPrice,
    isolated: seat.marginMode === 'isolated',
    leverage: String(seat.leverage),
  };
}

/** The wallet in the figures that sum it up; every one is the asset's and, with one asset, the account's. */
function walletOf(exchange: Exchange, account: Account, holdings: readonly Holding[]) {
  const { book, scale } = exchange.contracts;
  const text = (atoms: Atoms) => formatScaled(atoms, scale, true);
  const sum = { unrealised: 0, initial: 0, maintenance: 0, openOrder: 0, isolated: 0, crossUnrealised: 0 };
  const seats = new Set<Seat>();
  for (const holding of holdings) {
    const amounts = amountsOf(holding);
    sum.unrealised += amounts.unrealised;
    sum.initial += amounts.initial;
    sum.maintenance += amounts.maintenance;
    sum.isolated += amounts.wallet;
    if (holding.seat.marginMode === 'cross') sum.crossUnrealised += amounts.unrealised;
    if (seats.has(holding.seat)) continue;
    seats.add(holding.seat);
    sum.openOrder += amounts.openOrder;
  }
  const wallet = book.walletAtoms(account.id);
  const available = text(book.availableAtoms(account.id));
  return {
    walletBalance: text(wallet),
    unrealizedProfit: text(sum.unrealised),
    marginBalance: text(wallet + sum.unrealised),
    maintMargin: text(sum.maintenance),
    initialMargin: text(sum.initial + sum.openOrder),
    positionInitialMargin: text(sum.initial),
    openOrderInitialMargin: text(sum.openOrder),
    crossWalletBalance: text(wallet - sum.isolated),
    crossUnPnl: text(sum.crossUnrealised),
    availableBalance: available,
    maxWithdrawAmount: available,
  };
}

export function accountView(
  exchange: Exchange,
  account: Account,
  desks: readonly SymbolDesk[],
  { atMs, onlyHeld }: { atMs: number; onlyHeld: boolean },
) {
  const holdings = holdingsOf(exchange, account, desks);
  const wallet = walletOf(exchange, account, holdings);
  const told = onlyHeld ? holdings.filter(isHeld) : holdings;
  return {
    feeTier: 0,
    feeBurn: false,
    canTrade: true,
    canDeposit: true,
    canWithdraw: false,
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
    totalInitialMargin: wallet.initialMargin,
    totalMaintMargin: wallet.maintMargin,
    totalWalletBalance: wallet.walletBalance,
    totalUnrealizedProfit: wallet.unrealizedProfit,
    totalMarginBalance: wallet.marginBalance,
    totalPositionInitialMargin: wallet.positionInitialMargin,
    totalOpenOrderInitialMargin: wallet.openOrderInitialMargin,
    totalCrossWalletBalance: wallet.crossWalletBalance,
    totalCrossUnPnl: wallet.crossUnPnl,
    availableBalance: wallet.availableBalance,
    maxWithdrawAmount: wallet.maxWithdrawAmount,
    assets: [{ asset: FUNDING_ASSET, ...wallet, marginAvailable: true, updateTime: atMs }],
    positions: told.map((holding) => accountPositionView(holding, atMs)),
  };
}

export function balanceView(exchange: Exchange, account: Account, desks: readonly SymbolDesk[], atMs: number) {
  const wallet = walletOf(exchange, account, holdingsOf(exchange, account, desks));
  return {
    accountAlias: account.name,
    asset: FUNDING_ASSET,
    balance: wallet.walletBalance,
    crossWalletBalance: wallet.crossWalletBalance,
    crossUnPnl: wallet.crossUnPnl,
    availableBalance: wallet.availableBalance,
    maxWithdrawAmount: wallet.maxWithdrawAmount,
    marginAvailable: true,
    updateTime: atMs,
  };
}

/** How a symbol is set: margin mode, leverage, and how large a position may be with it. */
export function symbolConfigView(desk: SymbolDesk, seat: Seat) {
  return {
    symbol: nameOf(desk),
    marginType: seat.marginMode === 'cross' ? 'CROSSED' : 'ISOLATED',
    isAutoAddMargin: false,
    leverage: seat.leverage,
    maxNotionalValue: maxNotional(seat),
  };
}

/** Of a position at a leverage: up to where the next bracket allows less; INF = no bracket does. */
export function maxNotional({ instrument, leverage }: Pick<Seat, 'instrument' | 'leverage'>): string {
  const beyond = termsOf(instrument).brackets.find(({ maxLeverage }) => maxLeverage < leverage);
  return beyond === undefined ? 'INF' : formatQuote(instrument, beyond.floorAtoms);
}

export function bracketsView(desk: SymbolDesk) {
  const { instrument } = desk;
  const { brackets } = termsOf(instrument);
  const quote = (atoms: Atoms) => Number(formatQuote(instrument, atoms));
  return {
    symbol: nameOf(desk),
    notionalCoef: 1,
    brackets: brackets.map(({ floorAtoms, maxLeverage, maintenancePpm, cumAtoms }, at) => ({
      bracket: at + 1,
      initialLeverage: maxLeverage,
      // Of the last one there is no end: as far as figures go.
      notionalCap: quote(brackets[at + 1]?.floorAtoms ?? Number.MAX_SAFE_INTEGER),
      notionalFloor: quote(floorAtoms),
      maintMarginRatio: Number(formatScaled(maintenancePpm, PPM_DECIMALS)),
      cum: quote(cumAtoms),
    })),
  };
}

function entryOf(instrument: Instrument, position: ContractPosition | undefined): string {
  return position === undefined ? '0' : entryPrice(instrument, position.entryAtoms, Math.abs(position.qtyLots));
}
