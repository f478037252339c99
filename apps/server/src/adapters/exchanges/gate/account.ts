// The account, its positions and its settings at Gate: two wallets, leverage of each contract, one position mode of the account. Only
// isolated margin is traded (as at OKX, decision 54): a leverage above zero is isolated there.
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
import { isBelowZero, isZero, minus, times, trimmed } from '../shared/exact-json.ts';
import { proofs } from '../shared/exchange-profile.ts';
import { needed, noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { changeOutcome, parsed, refused } from '../transport/order-outcomes.ts';
import type { ExchangeReply, Sender, SignedRequests } from '../transport/signed-requests.ts';
import { type GateMarketData, SETTLE, SETTLED_IN } from './market-data.ts';
import { keyRows, ownKeyIn } from './own-key.ts';
import {
  contractOrderRow,
  detailRow,
  isHedgedIn,
  type PositionRow,
  positionRow,
  positionSideOf,
  spotAsset,
  type WalletRow,
  walletRow,
} from './rows.ts';
import { gateNameOf } from './symbols.ts';

const PATIENCE_MS = 15_000;
const RIGHTS_MS = 600_000;
/** It cannot be changed while anything of contracts stands. */
const MODE_MS = 10_000;
const PAGE = 100;
const CLASSIC = '0';
/** What is bound by positions, as each mode of margin calls it. */
const BOUND = [
  'position_margin',
  'position_initial_margin',
  'isolated_position_margin',
  'cross_initial_margin',
] as const satisfies readonly (keyof WalletRow)[];
const IN_THE_WAY = refused(proofs.failed, 'a position or an order stands in the way');

export interface GateAccountDeps {
  readonly line: SignedRequests;
  readonly data: GateMarketData;
  readonly nowMs: () => number;
}

export class GateAccount {
  readonly #deps: GateAccountDeps;
  readonly #rights = new Map<string, { futures: boolean; untilMs: number }>();
  readonly #hedged = new Map<string, { isHedged: boolean; untilMs: number }>();
  readonly #users = new Map<string, { readonly apiKey: string; readonly user: string }>();

  constructor(deps: GateAccountDeps) {
    this.#deps = deps;
  }

  async balances(account: string, wallet: MarketKind): Promise<VenueBalance[]> {
    const held = wallet === 'spot' ? await this.#spot(account) : await this.#futures(account);
    return held.filter(({ free, locked }) => !isZero(free) || !isZero(locked));
  }

  async positions(account: string): Promise<VenuePosition[]> {
    const value = await this.#read(account, 'privateFuturesGetSettlePositions', { ...SETTLE, holding: true });
    // An account for contracts that was never opened.
    if (value === null) return [];
    const held = parsed(z.array(positionRow), value, 'positions').filter(({ size }) => !isZero(size));
    if (held.length === 0) await this.#proveNone(account);
    const names = await this.#deps.data.names('futures');
    const told: VenuePosition[] = [];
    for (const row of held) {
      const name = names.get(row.contract);
      if (name !== undefined)
        told.push(positionOf(name.symbol, row, await this.#deps.data.sizes.needValueOf(row.contract)));
    }
    return told;
  }

  async positionMode(account: string): Promise<PositionMode> {
    const wallet = await this.#wallet(account);
    const isHedged = wallet !== null && isHedgedIn(wallet);
    this.#keepMode(account, isHedged);
    return isHedged ? 'hedge' : 'one_way';
  }

  /** Read a moment ago, or now. */
  async hasHedge(account: string): Promise<boolean> {
    const known = this.#hedged.get(account);
    if (known !== undefined && this.#deps.nowMs() < known.untilMs) return known.isHedged;
    return (await this.positionMode(account)) === 'hedge';
  }

  /** As it was last read, however long ago. */
  knownHedge(account: string): boolean | undefined {
    return this.#hedged.get(account)?.isHedged;
  }

  async setPositionMode(account: string, mode: PositionMode, mayAct?: () => boolean): Promise<Outcome<null>> {
    this.#hedged.delete(account);
    const params = { ...SETTLE, dual_mode: mode === 'hedge' };
    const set = changeOutcome(await this.#change({ account, mayAct }, 'privateFuturesPostSettleDualMode', params));
    if (set.outcome === 'accepted') this.#keepMode(account, mode === 'hedge');
    return set;
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
    const { id: contract } = gateNameOf(symbol);
    let isHedged: boolean;
    try {
      if (await this.#isInUse(account, contract)) return IN_THE_WAY;
      isHedged = await this.hasHedge(account);
    } catch (error) {
      if (!(error instanceof ExchangeUnreadable)) throw error;
      // Nothing was changed yet.
      return { outcome: 'refused', code: error.code ?? proofs.away.code, reason: 'unknown', detail: error.message };
    }
    const call = isHedged
      ? 'privateFuturesPostSettleDualCompPositionsContractLeverage'
      : 'privateFuturesPostSettlePositionsContractLeverage';
    return changeOutcome(
      await this.#change({ account, mayAct }, call, { ...SETTLE, contract, leverage: String(leverage) }),
    );
  }

  async addMargin(
    account: string,
    symbol: string,
    side: PositionSide,
    amount: string,
    _ref: string,
    mayAct?: () => boolean,
  ): Promise<Outcome<null>> {
    const common = { ...SETTLE, contract: gateNameOf(symbol).id, change: amount };
    if (side === 'net')
      return changeOutcome(
        await this.#change({ account, mayAct }, 'privateFuturesPostSettlePositionsContractMargin', common),
      );
    const params = { ...common, dual_side: `dual_${side}` };
    return changeOutcome(
      await this.#change({ account, mayAct }, 'privateFuturesPostSettleDualCompPositionsContractMargin', params),
    );
  }

  /** The account's book has no kind for what was moved behind a position. */
  marginAdds(): Promise<VenueMarginAdd[]> {
    return Promise.reject(new ExchangeUnreadable('moves of margin are not listed there', null));
  }

  /** A key that may not act on contracts has nothing of ours there; its own page of rights says so. */
  async mayFutures(account: string): Promise<boolean> {
    const known = this.#rights.get(account);
    if (known !== undefined && this.#deps.nowMs() < known.untilMs) return known.futures;
    const value = await this.#read(account, 'privateAccountGetMainKeys', {}, 'spot');
    const all = parsed(keyRows, value, 'account/main_keys');
    const keys = await this.#deps.line.keysOf(account);
    const own = ownKeyIn(all, keys?.apiKey.reveal() ?? '');
    // No right and no knowledge of it are not the same: of the one nothing of contracts is read.
    if (own === undefined) throw new ExchangeUnreadable('account/main_keys: none of them is this one', null);
    const futures = own.perms.some(({ name, read_only }) => name === 'futures' && !read_only);
    this.#rights.set(account, { futures, untilMs: this.#deps.nowMs() + RIGHTS_MS });
    return futures;
  }

  /** The exchange's number of its user, which the streams of contracts ask for. */
  async userOf(account: string): Promise<string> {
    const apiKey = (await this.#deps.line.keysOf(account))?.apiKey.reveal() ?? '';
    const known = this.#users.get(account);
    if (known?.apiKey === apiKey) return known.user;
    const value = await this.#read(account, 'privateAccountGetDetail', {}, 'spot');
    const { user_id: user } = parsed(detailRow, value, 'account/detail');
    this.#users.set(account, { apiKey, user });
    return user;
  }

  #keepMode(account: string, isHedged: boolean): void {
    this.#hedged.set(account, { isHedged, untilMs: this.#deps.nowMs() + MODE_MS });
  }

  async #spot(account: string): Promise<VenueBalance[]> {
    const value = await this.#read(account, 'privateSpotGetAccounts', {}, 'spot');
    const rows = parsed(z.array(spotAsset), value, 'spot/accounts');
    // Money comes to this wallet first: one that lists nothing is a broken answer (reliability E1).
    if (rows.length === 0) throw new ExchangeUnreadable('spot/accounts: nothing is told', null);
    return rows.map(({ available, currency, locked }) => ({
      ...{ asset: currency, free: trimmed(available), locked: trimmed(locked) },
    }));
  }

  async #futures(account: string): Promise<VenueBalance[]> {
    const wallet = await this.#wallet(account);
    if (wallet === null) return [];
    // Of a unified account the figures of this wallet are of something else.
    if ((wallet.margin_mode ?? CLASSIC) !== CLASSIC) throw new ExchangeUnreadable('a unified account', null);
    const free = trimmed(wallet.available);
    const equity = minus(wallet.total, minus('0', wallet.unrealised_pnl));
    const bound = minus(equity, free);
    return [{ asset: SETTLED_IN, free, locked: isBelowZero(bound) ? '0' : bound }];
  }

  /** Null = an account for contracts was never opened. */
  async #wallet(account: string): Promise<WalletRow | null> {
    const value = await this.#read(account, 'privateFuturesGetSettleAccounts', SETTLE);
    return value === null ? null : parsed(walletRow, value, 'futures/usdt/accounts');
  }

  /** An empty list of positions may be a broken answer (reliability E1): a wallet in which no margin is bound is not. */
  async #proveNone(account: string): Promise<void> {
    const wallet = await this.#wallet(account);
    if (wallet === null) return;
    const bound = BOUND.map((name) => wallet[name]).filter((figure) => figure !== '');
    if (bound.length === 0 || !bound.every(isZero))
      throw new ExchangeUnreadable('positions that were not listed', null);
  }

  async #isInUse(account: string, contract: string): Promise<boolean> {
    const [positions, orders] = await Promise.all([
      this.#read(account, 'privateFuturesGetSettlePositions', { ...SETTLE, holding: true }),
      this.#read(account, 'privateFuturesGetSettleOrders', { ...SETTLE, contract, status: 'open', limit: PAGE }),
    ]);
    const held = positions === null ? [] : parsed(z.array(positionRow), positions, 'positions');
    const open = orders === null ? [] : parsed(z.array(contractOrderRow), orders, 'orders');
    return held.some((row) => row.contract === contract && !isZero(row.size)) || open.length > 0;
  }

  #read(
    account: string,
    call: string,
    params: Readonly<Record<string, string | number | boolean>>,
    family: 'spot' | 'futures' = 'futures',
  ): Promise<unknown> {
    const reading = { family, weight: 1, share: 'reads', patienceMs: PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, params, account });
  }

  #change(
    { account, mayAct }: Sender,
    call: string,
    params: Readonly<Record<string, string | boolean>>,
  ): Promise<ExchangeReply> {
    const changing = { family: 'futures', weight: 1, share: 'open', patienceMs: PATIENCE_MS, isRead: false } as const;
    return this.#deps.line.ask({ ...changing, call, params, account, mayAct });
  }
}

/** Of one in cross margin `leverage` is zero, and its own stands beside. */
function positionOf(symbol: string, row: PositionRow, value: string): VenuePosition {
  const marginMode: MarginMode =
    row.pos_margin_mode || (isZero(needed(row.leverage, 'leverage')) ? 'cross' : 'isolated');
  const ofMode = marginMode === 'cross' ? row.cross_leverage_limit : row.leverage;
  const leverage = needed(isZero(noneUnlessTold(row.lever)) ? ofMode : row.lever, 'leverage');
  return {
    ...{ symbol, positionSide: positionSideOf(row), marginMode, qty: times(row.size, value) },
    ...{ leverage: Math.floor(Number(leverage)), entryPrice: toldOrNull(row.entry_price) },
    ...{ markPrice: toldOrNull(row.mark_price), liqPrice: noneUnlessTold(row.liq_price) },
    ...{ margin: marginMode === 'isolated' ? needed(row.margin, 'margin') : '0' },
    unrealized: toldOrNull(row.unrealised_pnl),
  };
}
