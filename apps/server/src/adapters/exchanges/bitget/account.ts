// The account, its positions and its settings at Bitget: two wallets, settings of each contract. Only isolated margin is traded (as at
// OKX, decision 54): a contract on which nothing stands is set to it.
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
import { nameOf } from '../shared/market-names.ts';
import { needed, noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { changeOutcome, parsed, refused } from '../transport/order-outcomes.ts';
import type { ExchangeReply, Sender, SignedRequests } from '../transport/signed-requests.ts';
import { type BitgetMarketData, PRODUCT, SETTLED_IN } from './market-data.ts';
import {
  billRow,
  contractOrderRow,
  type PositionRow,
  positionRow,
  rightsRow,
  settingsRow,
  spotAsset,
  walletRow,
} from './rows.ts';

const PATIENCE_MS = 15_000;
const RIGHTS_MS = 600_000;
const PAGE = 100;
const PRODUCT_OF = { productType: PRODUCT, marginCoin: SETTLED_IN } as const;
const MODES = { one_way: 'one_way_mode', hedge: 'hedge_mode' } as const;
/** Older keys have one word for both markets. */
const FUTURES_WORDS = ['coow', 'trade'];

export interface BitgetAccountDeps {
  readonly line: SignedRequests;
  readonly data: BitgetMarketData;
  readonly nowMs: () => number;
}

export class BitgetAccount {
  readonly #deps: BitgetAccountDeps;
  readonly #rights = new Map<string, { futures: boolean; untilMs: number }>();

  constructor(deps: BitgetAccountDeps) {
    this.#deps = deps;
  }

  async balances(account: string, wallet: MarketKind): Promise<VenueBalance[]> {
    const held = wallet === 'spot' ? await this.#spot(account) : [await this.#futures(account)];
    return held.filter(({ free, locked }) => !isZero(free) || !isZero(locked));
  }

  async positions(account: string): Promise<VenuePosition[]> {
    const rows = await this.#positionRows(account, 'privateMixGetV2MixPositionAllPosition');
    const held = rows.filter(({ total }) => !isZero(total));
    if (held.length === 0) await this.#proveNone(account);
    const names = await this.#deps.data.names('futures');
    return held.flatMap((row) => {
      const name = names.get(row.symbol);
      return name === undefined ? [] : [positionOf(name.symbol, row)];
    });
  }

  async positionMode(account: string): Promise<PositionMode> {
    const [first] = [...(await this.#deps.data.names('futures')).keys()];
    if (first === undefined) throw new ExchangeUnreadable('it has no contracts', null);
    return (await this.#settings(account, first)).posMode === MODES.hedge ? 'hedge' : 'one_way';
  }

  async setPositionMode(account: string, mode: PositionMode, mayAct?: () => boolean): Promise<Outcome<null>> {
    const params = { productType: PRODUCT, posMode: MODES[mode] };
    return changeOutcome(await this.#change({ account, mayAct }, 'privateMixPostV2MixAccountSetPositionMode', params));
  }

  /** The exchange would change the leverage of a standing position; we never do (reliability C8). */
  async setLeverage(
    account: string,
    symbol: string,
    leverage: number,
    mode: MarginMode,
    mayAct?: () => boolean,
  ): Promise<Outcome<null>> {
    if (mode !== 'isolated') return refused(proofs.failed, 'only isolated margin is traded at this exchange');
    const of = { symbol: nameOf(symbol).id, ...PRODUCT_OF };
    let sides: readonly (PositionSide | null)[];
    let isIsolated: boolean;
    try {
      if (await this.#isInUse(account, of.symbol))
        return refused(proofs.failed, 'a position or an order stands in the way');
      const { marginMode, posMode } = await this.#settings(account, of.symbol);
      isIsolated = marginMode !== 'crossed';
      sides = posMode === MODES.hedge ? ['long', 'short'] : [null];
    } catch (error) {
      if (!(error instanceof ExchangeUnreadable)) throw error;
      // Nothing was changed yet.
      return { outcome: 'refused', code: error.code ?? proofs.away.code, reason: 'unknown', detail: error.message };
    }
    if (!isIsolated) {
      const params = { ...of, marginMode: 'isolated' };
      const isolated = changeOutcome(
        await this.#change({ account, mayAct }, 'privateMixPostV2MixAccountSetMarginMode', params),
      );
      if (isolated.outcome !== 'accepted') return isolated;
    }
    // Each side of a hedged account has its own.
    for (const holdSide of sides) {
      const params = { ...of, leverage: String(leverage), ...(holdSide === null ? {} : { holdSide }) };
      const set = changeOutcome(
        await this.#change({ account, mayAct }, 'privateMixPostV2MixAccountSetLeverage', params),
      );
      if (set.outcome !== 'accepted') return set;
    }
    return { outcome: 'accepted', value: null };
  }

  async addMargin(
    account: string,
    symbol: string,
    side: PositionSide,
    amount: string,
    _ref: string,
    mayAct?: () => boolean,
  ): Promise<Outcome<null>> {
    const params = { symbol: nameOf(symbol).id, ...PRODUCT_OF, amount, ...(side === 'net' ? {} : { holdSide: side }) };
    return changeOutcome(await this.#change({ account, mayAct }, 'privateMixPostV2MixAccountSetMargin', params));
  }

  /** A bill names no side: of a hedged account whose margin it was is not known. */
  async marginAdds(account: string, symbol: string, sinceMs: number): Promise<VenueMarginAdd[]> {
    if ((await this.positionMode(account)) === 'hedge')
      throw new ExchangeUnreadable('moves of margin of a hedged account have no side', null);
    const { id } = nameOf(symbol);
    const kinds = ['append_margin', 'reduce_margin'] as const;
    const lists = await Promise.all(
      kinds.map(async (businessType) => {
        const params = { productType: PRODUCT, businessType, startTime: sinceMs, limit: PAGE };
        const value = await this.#read(account, 'privateMixGetV2MixAccountBill', params);
        const { bills } = parsed(z.object({ bills: z.array(billRow).nullable() }), value, 'account/bill');
        return (bills ?? []).map((row) => ({ ...row, isTaken: businessType === 'reduce_margin' }));
      }),
    );
    return lists
      .flat()
      .filter((row) => row.symbol === id && row.cTime >= sinceMs)
      .sort((a, b) => a.cTime - b.cTime || (BigInt(a.billId) < BigInt(b.billId) ? -1 : 1))
      .map(({ amount, cTime, isTaken }) => {
        const size = isBelowZero(amount) ? minus('0', amount) : trimmed(amount);
        return { ref: null, positionSide: 'net', amount: isTaken ? minus('0', size) : size, atMs: cTime };
      });
  }

  /** A key that may not act on contracts has nothing of ours there; its own page of rights says so. */
  async mayFutures(account: string): Promise<boolean> {
    const known = this.#rights.get(account);
    if (known !== undefined && this.#deps.nowMs() < known.untilMs) return known.futures;
    const value = await this.#read(account, 'privateSpotGetV2SpotAccountInfo', {});
    const { authorities } = parsed(rightsRow, value, 'account/info');
    const futures = authorities.some((word) => FUTURES_WORDS.includes(word.toLowerCase()));
    this.#rights.set(account, { futures, untilMs: this.#deps.nowMs() + RIGHTS_MS });
    return futures;
  }

  async #spot(account: string): Promise<VenueBalance[]> {
    const value = await this.#read(account, 'privateSpotGetV2SpotAccountAssets', {});
    const rows = parsed(z.array(spotAsset), value, 'spot/account/assets');
    // Every account there has a row of what it is told in; none at all is a broken answer (reliability E1).
    if (rows.length === 0) throw new ExchangeUnreadable('spot/account/assets: nothing is told', null);
    return rows.map(({ available, coin, frozen, locked }) => ({
      ...{ asset: coin, free: trimmed(available) },
      locked: minus(frozen, minus('0', locked)),
    }));
  }

  async #futures(account: string): Promise<VenueBalance> {
    const { accountEquity, isolatedMaxAvailable } = await this.#wallet(account);
    const bound = minus(accountEquity, isolatedMaxAvailable);
    return { asset: SETTLED_IN, free: trimmed(isolatedMaxAvailable), locked: isBelowZero(bound) ? '0' : bound };
  }

  async #wallet(account: string): Promise<z.infer<typeof walletRow>> {
    const value = await this.#read(account, 'privateMixGetV2MixAccountAccounts', { productType: PRODUCT });
    const wallet = parsed(z.array(walletRow), value, 'accounts').find(({ marginCoin }) => marginCoin === SETTLED_IN);
    if (wallet === undefined) throw new ExchangeUnreadable('mix/account/accounts: no wallet', null);
    return wallet;
  }

  async #settings(account: string, symbol: string): Promise<z.infer<typeof settingsRow>> {
    const params = { symbol, ...PRODUCT_OF };
    return parsed(
      settingsRow,
      await this.#read(account, 'privateMixGetV2MixAccountAccount', params),
      'account/account',
    );
  }

  async #positionRows(
    account: string,
    call: string,
    of: Readonly<Record<string, string>> = {},
  ): Promise<PositionRow[]> {
    return parsed(z.array(positionRow), await this.#read(account, call, { ...PRODUCT_OF, ...of }), 'position');
  }

  /** An empty list of positions may be a broken answer (reliability E1): a wallet in which no margin is bound is not. */
  async #proveNone(account: string): Promise<void> {
    const { crossedMargin, isolatedMargin } = await this.#wallet(account);
    if (!isZero(noneUnlessTold(isolatedMargin)) || !isZero(noneUnlessTold(crossedMargin)))
      throw new ExchangeUnreadable('positions that were not listed', null);
  }

  async #isInUse(account: string, symbol: string): Promise<boolean> {
    const pending = z.object({ entrustedList: z.array(contractOrderRow).nullable() });
    const [positions, orders] = await Promise.all([
      this.#positionRows(account, 'privateMixGetV2MixPositionSinglePosition', { symbol }),
      this.#read(account, 'privateMixGetV2MixOrderOrdersPending', { productType: PRODUCT, symbol }),
    ]);
    const isHeld = positions.some(({ total }) => !isZero(total));
    return isHeld || (parsed(pending, orders, 'orders-pending').entrustedList ?? []).length > 0;
  }

  #read(account: string, call: string, params: Readonly<Record<string, string | number>>): Promise<unknown> {
    const reading = { family: 'spot', weight: 1, share: 'reads', patienceMs: PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, params, account });
  }

  #change({ account, mayAct }: Sender, call: string, params: Readonly<Record<string, string>>): Promise<ExchangeReply> {
    const changing = { family: 'spot', weight: 1, share: 'open', patienceMs: PATIENCE_MS, isRead: false } as const;
    return this.#deps.line.ask({ ...changing, call, params, account, mayAct });
  }
}

function positionOf(symbol: string, row: PositionRow): VenuePosition {
  const isShort = row.holdSide === 'short';
  const size = trimmed(row.total);
  const marginMode: MarginMode = row.marginMode === 'crossed' ? 'cross' : 'isolated';
  return {
    ...{ symbol, positionSide: row.posMode === MODES.hedge ? row.holdSide : 'net', marginMode },
    ...{ qty: isShort ? minus('0', size) : size, leverage: Math.floor(Number(needed(row.leverage, 'leverage'))) },
    ...{ entryPrice: toldOrNull(row.openPriceAvg), markPrice: toldOrNull(row.markPrice), liqPrice: liquidation(row) },
    ...{
      margin: marginMode === 'isolated' ? needed(row.marginSize, 'marginSize') : '0',
      unrealized: toldOrNull(row.unrealizedPL),
    },
  };
}

/** Of one that no price can end it tells nothing above zero. */
function liquidation({ liquidationPrice }: PositionRow): string {
  const told = noneUnlessTold(liquidationPrice);
  return isBelowZero(told) ? '0' : told;
}
