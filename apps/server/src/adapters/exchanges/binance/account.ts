// Wallets, positions and settings of an account at Binance. Lists that are never empty there are not believed when they are
// (reliability E1): an answer without assets is a broken one, and not a wallet without money.

import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import * as z from 'zod';
import type {
  MarginMode,
  Outcome,
  PositionMode,
  PositionSide,
  VenueBalance,
  VenueMarginAdd,
  VenuePosition,
} from '../../../ports/venue.ts';
import { isBelowZero, isZero, minus, trimmed } from '../shared/exact-json.ts';
import { proofs } from '../shared/exchange-profile.ts';
import { nameOf, symbolOf } from '../shared/market-names.ts';
import { decimal, timeMs } from '../shared/row-fields.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { changeOutcome, parsed } from '../transport/order-outcomes.ts';
import type { ExchangeReply, Sender, SignedRequests } from '../transport/signed-requests.ts';
import { algoRows, positionSide, readOrderRow, sideName } from './order-rows.ts';

const PATIENCE_MS = 15_000;
const RIGHTS_MS = 600_000;
const MOST_ROWS = 1_000;
const ADD = '1';
const TAKE = '2';

const spotWallet = z.object({
  balances: z.array(z.object({ asset: z.string().min(1), free: decimal, locked: decimal })),
});
const futuresWallet = z.object({
  assets: z.array(z.object({ asset: z.string().min(1), marginBalance: decimal, availableBalance: decimal })),
});
const positionRows = z.array(
  z.object({
    symbol: z.string().min(1),
    positionSide,
    positionAmt: decimal,
    entryPrice: decimal,
    markPrice: decimal,
    unRealizedProfit: decimal,
    liquidationPrice: decimal,
    isolatedWallet: decimal,
    leverage: timeMs,
    marginType: z.enum(['isolated', 'cross']),
  }),
);
const hedgeMode = z.object({ dualSidePosition: z.boolean() });
const rights = z.object({ enableFutures: z.boolean() });
const marginRows = z.array(
  z.object({ type: z.enum([ADD, TAKE]), deltaType: z.string(), amount: decimal, time: timeMs, positionSide }),
);
/** What the client itself moved; trades move margin, too. */
const BY_USER = 'USER_ADJUST';

export interface AccountDeps {
  readonly line: SignedRequests;
  readonly nowMs: () => number;
}

export class BinanceAccount {
  readonly #deps: AccountDeps;
  readonly #rights = new Map<string, { futures: boolean; untilMs: number }>();
  readonly #hedged = new Map<string, boolean>();

  constructor(deps: AccountDeps) {
    this.#deps = deps;
  }

  async balances(account: string, wallet: MarketKind): Promise<VenueBalance[]> {
    if (wallet === 'spot') {
      const { balances } = parsed(spotWallet, await this.#read(account, 'spot', 'privateGetAccount', 20), 'account');
      if (balances.length === 0) throw new ExchangeUnreadable('a spot wallet without any asset', null);
      return balances
        .map(({ asset, free, locked }) => ({ asset, free: trimmed(free), locked: trimmed(locked) }))
        .filter(({ free, locked }) => !isZero(free) || !isZero(locked));
    }
    const { assets } = parsed(
      futuresWallet,
      await this.#read(account, 'futures', 'fapiPrivateV3GetAccount', 5),
      'account',
    );
    if (assets.length === 0) throw new ExchangeUnreadable('a futures wallet without any asset', null);
    return assets
      .map(({ asset, marginBalance, availableBalance }) => {
        const rest = minus(marginBalance, availableBalance);
        return { asset, free: trimmed(availableBalance), locked: isBelowZero(rest) ? '0' : rest };
      })
      .filter(({ free, locked }) => !isZero(free) || !isZero(locked));
  }

  async positions(account: string): Promise<VenuePosition[]> {
    if (!(await this.mayFutures(account))) return [];
    const rows = parsed(
      positionRows,
      await this.#read(account, 'futures', 'fapiPrivateV2GetPositionRisk', 5),
      'positionRisk',
    );
    if (rows.length === 0) throw new ExchangeUnreadable('positions of no contract at all', null);
    return rows
      .filter(({ positionAmt, symbol }) => !isZero(positionAmt) && PERPETUAL.test(symbol))
      .map((row) => ({
        ...{ symbol: perpetualOf(row.symbol), positionSide: row.positionSide, qty: signed(row) },
        ...{ entryPrice: trimmed(row.entryPrice), marginMode: row.marginType, leverage: row.leverage },
        margin: row.marginType === 'isolated' ? trimmed(row.isolatedWallet) : '0',
        ...{ markPrice: trimmed(row.markPrice), liqPrice: trimmed(row.liquidationPrice) },
        unrealized: trimmed(row.unRealizedProfit),
      }));
  }

  async positionMode(account: string): Promise<PositionMode> {
    const value = await this.#read(account, 'futures', 'fapiPrivateGetPositionSideDual', 30);
    const { dualSidePosition } = parsed(hedgeMode, value, 'positionSide/dual');
    this.#hedged.set(account, dualSidePosition);
    return dualSidePosition ? 'hedge' : 'one_way';
  }

  async hasHedge(account: string): Promise<boolean> {
    return this.#hedged.get(account) ?? (await this.positionMode(account)) === 'hedge';
  }

  async setPositionMode(account: string, mode: PositionMode, mayAct?: () => boolean): Promise<Outcome<null>> {
    this.#hedged.delete(account);
    const params = { dualSidePosition: mode === 'hedge' ? 'true' : 'false' };
    return changeOutcome(await this.#change({ account, mayAct }, 'fapiPrivatePostPositionSideDual', params));
  }

  /** The exchange would change the leverage of a standing position; we never do (reliability C8). */
  async setLeverage(
    account: string,
    symbol: string,
    leverage: number,
    mode: MarginMode,
    mayAct?: () => boolean,
  ): Promise<Outcome<null>> {
    const { id } = nameOf(symbol);
    try {
      if (await this.#isInUse(account, id))
        return { outcome: 'refused', ...proofs.failed, detail: 'a position or an order stands in the way' };
    } catch (error) {
      if (!(error instanceof ExchangeUnreadable)) throw error;
      // Nothing was changed yet.
      return { outcome: 'refused', code: error.code ?? proofs.away.code, reason: 'unknown', detail: error.message };
    }
    const marginType = mode === 'isolated' ? 'ISOLATED' : 'CROSSED';
    const typed = changeOutcome(
      await this.#change({ account, mayAct }, 'fapiPrivatePostMarginType', { symbol: id, marginType }),
    );
    if (typed.outcome !== 'accepted') return typed;
    return changeOutcome(await this.#change({ account, mayAct }, 'fapiPrivatePostLeverage', { symbol: id, leverage }));
  }

  async addMargin(
    account: string,
    symbol: string,
    side: PositionSide,
    amount: string,
    _ref: string,
    mayAct?: () => boolean,
  ): Promise<Outcome<null>> {
    const isOut = isBelowZero(amount);
    const params = {
      ...{ symbol: nameOf(symbol).id, positionSide: sideName(side), type: isOut ? TAKE : ADD },
      amount: isOut ? minus('0', amount) : amount,
    };
    return changeOutcome(await this.#change({ account, mayAct }, 'fapiPrivatePostPositionMargin', params));
  }

  async marginAdds(account: string, symbol: string, sinceMs: number): Promise<VenueMarginAdd[]> {
    const params = { symbol: nameOf(symbol).id, startTime: sinceMs, limit: MOST_ROWS };
    const value = await this.#read(account, 'futures', 'fapiPrivateGetPositionMarginHistory', 1, params);
    return parsed(marginRows, value, 'positionMargin/history')
      .filter(({ deltaType, time }) => deltaType === BY_USER && time >= sinceMs)
      .sort((a, b) => a.time - b.time)
      .map((row) => ({
        ...{ ref: null, positionSide: row.positionSide, atMs: row.time },
        amount: row.type === TAKE ? minus('0', row.amount) : trimmed(row.amount),
      }));
  }

  /** A key that may not act on contracts has none of ours there; its own page of rights says so. */
  async mayFutures(account: string): Promise<boolean> {
    const known = this.#rights.get(account);
    const nowMs = this.#deps.nowMs();
    if (known !== undefined && nowMs < known.untilMs) return known.futures;
    const value = await this.#read(account, 'wallet', 'sapiGetAccountApiRestrictions', 1);
    const { enableFutures: futures } = parsed(rights, value, 'apiRestrictions');
    this.#rights.set(account, { futures, untilMs: nowMs + RIGHTS_MS });
    return futures;
  }

  async #isInUse(account: string, id: string): Promise<boolean> {
    const params = { symbol: id };
    const [positions, orders, stops] = await Promise.all([
      this.#read(account, 'futures', 'fapiPrivateV2GetPositionRisk', 5, params),
      this.#read(account, 'futures', 'fapiPrivateGetOpenOrders', 1, params),
      this.#read(account, 'futures', 'fapiPrivateGetOpenAlgoOrders', 1, params),
    ]);
    const isHeld = parsed(positionRows, positions, 'positionRisk').some(({ positionAmt }) => !isZero(positionAmt));
    return (
      isHeld ||
      parsed(z.array(readOrderRow.futures), orders, 'openOrders').length > 0 ||
      parsed(algoRows, stops, 'openAlgoOrders').length > 0
    );
  }

  #read(
    account: string,
    family: 'spot' | 'wallet' | 'futures',
    call: string,
    weight: number,
    params: Readonly<Record<string, string | number>> = {},
  ): Promise<unknown> {
    return this.#deps.line.read({ family, call, weight, params, share: 'reads', account, patienceMs: PATIENCE_MS });
  }

  #change(
    { account, mayAct }: Sender,
    call: string,
    params: Readonly<Record<string, string | number>>,
  ): Promise<ExchangeReply> {
    return this.#deps.line.ask({
      ...{ family: 'futures', call, params, weight: 1, share: 'open', account, patienceMs: PATIENCE_MS, isRead: false },
      mayAct,
    });
  }
}

/** Of a short in hedge mode some versions tell the amount without its sign. */
function signed({ positionSide: side, positionAmt }: { positionSide: PositionSide; positionAmt: string }): string {
  const amount = trimmed(positionAmt);
  return side === 'short' && !isBelowZero(amount) ? minus('0', amount) : amount;
}

/** A future, or a contract in coin, is named otherwise: nothing there is of ours. */
const PERPETUAL = /^(.+)(USDT|USDC|FDUSD)$/;

function perpetualOf(id: string): string {
  const [, base = id, quote = ''] = PERPETUAL.exec(id) ?? [];
  return symbolOf(base, quote, 'futures');
}
