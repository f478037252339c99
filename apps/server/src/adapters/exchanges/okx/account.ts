// The account, its positions and its settings at OKX. Spot and contracts are one pot there: the spot wallet is what `availBal` and
// `frozenBal` tell, the futures wallet what `availEq` leaves free beside the margin that is bound. Only isolated margin is traded:
// the mode is each order's there, and nothing would remember which one was meant (decision 54).
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
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
import { needed, noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { changeOutcome, parsed } from '../transport/order-outcomes.ts';
import type { ExchangeReply, Sender, SignedRequests } from '../transport/signed-requests.ts';
import { coins } from './contract-sizes.ts';
import type { OkxMarketData } from './market-data.ts';
import { balanceRows, billRows, configRows, orderRows, positionRows, riskRows } from './rows.ts';
import { isOkxMarket, okxNameOf, okxSymbolOf } from './symbols.ts';

const PATIENCE_MS = 15_000;
const CONFIG_MS = 600_000;
const SPOT_ONLY = '1';
const MARGIN_BILL = '6';
/** By hand, and by the exchange where it was told to. */
const ADDED = new Set(['160', '162']);
const TAKEN = '161';
const SHORT_LIST_MS = 6 * 86_400_000;
const SETTLE_COINS = new Set(['USDT', 'USDC']);

export interface OkxAccountDeps {
  readonly line: SignedRequests;
  readonly data: OkxMarketData;
  readonly nowMs: () => number;
}

export class OkxAccount {
  readonly #deps: OkxAccountDeps;
  readonly #levels = new Map<string, { futures: boolean; untilMs: number }>();
  readonly #hedged = new Map<string, boolean>();

  constructor(deps: OkxAccountDeps) {
    this.#deps = deps;
  }

  async balances(account: string, wallet: MarketKind): Promise<VenueBalance[]> {
    const [{ details }] = parsed(balanceRows, await this.#read(account, 'privateGetAccountBalance'), 'balance');
    const held = details.flatMap((row): VenueBalance[] => {
      if (wallet === 'spot')
        return [{ asset: row.ccy, free: needed(row.availBal, 'availBal'), locked: needed(row.frozenBal, 'frozenBal') }];
      if (!SETTLE_COINS.has(row.ccy)) return [];
      const free = toldOrNull(row.availEq);
      // An account without contracts tells none of what stands behind them.
      if (free === null) return [];
      const bound = minus(noneUnlessTold(row.imr), minus('0', noneUnlessTold(row.isoEq)));
      return [{ asset: row.ccy, free, locked: isBelowZero(bound) ? '0' : bound }];
    });
    return held.filter(({ free, locked }) => !isZero(free) || !isZero(locked));
  }

  async positions(account: string): Promise<VenuePosition[]> {
    const rows = parsed(
      positionRows,
      await this.#read(account, 'privateGetAccountPositions', { instType: 'SWAP' }),
      'positions',
    );
    const held = rows.filter(({ pos }) => !isZero(pos));
    if (held.length === 0) await this.#proveNone(account);
    const positions: VenuePosition[] = [];
    for (const row of held) {
      const symbol = okxSymbolOf(row.instId);
      // In a market that we do not list, as in one settled in coin, nothing is of ours.
      const value = isOkxMarket(row.instId) ? await this.#deps.data.sizes.knownValueOf(symbol) : undefined;
      if (value === undefined || !symbol.includes(':')) continue;
      const size = coins(trimmed(row.pos), value);
      positions.push({
        ...{
          symbol,
          positionSide: row.posSide,
          marginMode: row.mgnMode,
          leverage: Math.floor(Number(needed(row.lever, 'lever'))),
        },
        // Of a side in hedge mode without its sign.
        qty: row.posSide === 'short' && !isBelowZero(size) ? minus('0', size) : size,
        ...{
          entryPrice: toldOrNull(row.avgPx),
          markPrice: toldOrNull(row.markPx),
          liqPrice: noneUnlessTold(row.liqPx),
        },
        ...{ margin: row.mgnMode === 'isolated' ? needed(row.margin, 'margin') : '0', unrealized: toldOrNull(row.upl) },
      });
    }
    return positions;
  }

  async positionMode(account: string): Promise<PositionMode> {
    const [{ posMode }] = await this.#config(account);
    return posMode === 'long_short_mode' ? 'hedge' : 'one_way';
  }

  async hasHedge(account: string): Promise<boolean> {
    return this.#hedged.get(account) ?? (await this.positionMode(account)) === 'hedge';
  }

  async setPositionMode(account: string, mode: PositionMode, mayAct?: () => boolean): Promise<Outcome<null>> {
    this.#hedged.delete(account);
    const posMode = mode === 'hedge' ? 'long_short_mode' : 'net_mode';
    return changeOutcome(await this.#change({ account, mayAct }, 'privatePostAccountSetPositionMode', { posMode }));
  }

  /** The exchange would change the leverage of a standing position; we never do (reliability C8). */
  async setLeverage(
    account: string,
    symbol: string,
    leverage: number,
    mode: MarginMode,
    mayAct?: () => boolean,
  ): Promise<Outcome<null>> {
    if (mode !== 'isolated')
      return { outcome: 'refused', ...proofs.failed, detail: 'only isolated margin is traded at this exchange' };
    const { id: instId } = okxNameOf(symbol);
    let sides: readonly (PositionSide | null)[];
    try {
      if (await this.#isInUse(account, instId))
        return { outcome: 'refused', ...proofs.failed, detail: 'a position or an order stands in the way' };
      sides = (await this.hasHedge(account)) ? ['long', 'short'] : [null];
    } catch (error) {
      if (!(error instanceof ExchangeUnreadable)) throw error;
      // Nothing was changed yet.
      return { outcome: 'refused', code: error.code ?? proofs.away.code, reason: 'unknown', detail: error.message };
    }
    // Each side of a hedged account has its own.
    for (const posSide of sides) {
      const params = { instId, lever: String(leverage), mgnMode: mode, ...(posSide === null ? {} : { posSide }) };
      const set = changeOutcome(await this.#change({ account, mayAct }, 'privatePostAccountSetLeverage', params));
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
    const isOut = isBelowZero(amount);
    const params = {
      ...{ instId: okxNameOf(symbol).id, posSide: side, type: isOut ? 'reduce' : 'add' },
      amt: isOut ? minus('0', amount) : amount,
    };
    return changeOutcome(await this.#change({ account, mayAct }, 'privatePostAccountPositionMarginBalance', params));
  }

  /** A bill names no side: of a hedged account whose margin it was is not known. */
  async marginAdds(account: string, symbol: string, sinceMs: number): Promise<VenueMarginAdd[]> {
    if (await this.hasHedge(account))
      throw new ExchangeUnreadable('moves of margin of a hedged account have no side', null);
    const isOld = this.#deps.nowMs() - sinceMs > SHORT_LIST_MS;
    const call = isOld ? 'privateGetAccountBillsArchive' : 'privateGetAccountBills';
    const params = { instType: 'SWAP', instId: okxNameOf(symbol).id, type: MARGIN_BILL, begin: sinceMs };
    const rows = parsed(billRows, await this.#read(account, call, params), 'bills');
    return rows.reverse().map(({ subType, balChg, ts }) => {
      const size = isBelowZero(balChg) ? minus('0', balChg) : trimmed(balChg);
      if (subType !== TAKEN && !ADDED.has(subType))
        throw new ExchangeUnreadable(`a move of margin of another kind: ${subType.slice(0, 20)}`, null);
      return { ref: null, positionSide: 'net', amount: subType === TAKEN ? minus('0', size) : size, atMs: ts };
    });
  }

  /** Accounts of the simplest kind hold no contracts; a key has one right to trade for both. */
  async mayFutures(account: string): Promise<boolean> {
    const known = this.#levels.get(account);
    if (known !== undefined && this.#deps.nowMs() < known.untilMs) return known.futures;
    const [{ acctLv }] = await this.#config(account);
    const futures = acctLv !== SPOT_ONLY;
    this.#levels.set(account, { futures, untilMs: this.#deps.nowMs() + CONFIG_MS });
    return futures;
  }

  async #config(account: string) {
    const rows = parsed(configRows, await this.#read(account, 'privateGetAccountConfig'), 'config');
    this.#hedged.set(account, rows[0].posMode === 'long_short_mode');
    return rows;
  }

  /** An empty list of positions may be a broken answer (reliability E1): one that has the balance with it is not. */
  async #proveNone(account: string): Promise<void> {
    const value = await this.#read(account, 'privateGetAccountAccountPositionRisk', { instType: 'SWAP' });
    const [{ posData }] = parsed(riskRows, value, 'account-position-risk');
    if (posData.some(({ pos }) => !isZero(pos))) throw new ExchangeUnreadable('positions that were not listed', null);
  }

  async #isInUse(account: string, instId: string): Promise<boolean> {
    const [positions, orders] = await Promise.all([
      this.#read(account, 'privateGetAccountPositions', { instId }),
      this.#read(account, 'privateGetTradeOrdersPending', { instId }),
    ]);
    const isHeld = parsed(positionRows, positions, 'positions').some(({ pos }) => !isZero(pos));
    return isHeld || parsed(orderRows, orders, 'orders-pending').length > 0;
  }

  #read(account: string, call: string, params: Readonly<Record<string, string | number>> = {}): Promise<unknown> {
    const reading = { family: 'spot', weight: 1, share: 'reads', patienceMs: PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, params, account });
  }

  #change({ account, mayAct }: Sender, call: string, params: Readonly<Record<string, string>>): Promise<ExchangeReply> {
    const changing = { family: 'spot', weight: 1, share: 'open', patienceMs: PATIENCE_MS, isRead: false } as const;
    return this.#deps.line.ask({ ...changing, call, params, account, mayAct });
  }
}
