// The account, its positions and its settings at Bybit, of the unified kind: spot and contracts are one pot, and the margin mode is
// the whole account's. Only isolated margin is traded (as at OKX, decision 54): an account that nothing of contracts stands on is
// set to it, any other keeps its mode and is refused.
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
import { nameOf } from '../shared/market-names.ts';
import { needed, noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { changeOutcome, parsed, refused } from '../transport/order-outcomes.ts';
import type { ExchangeReply, Sender, SignedRequests } from '../transport/signed-requests.ts';
import type { BybitMarketData } from './market-data.ts';
import { accountInfo, keyInfo, orderRow, type PositionRow, pageOf, positionRow, walletRow } from './rows.ts';

const PATIENCE_MS = 15_000;
const RIGHTS_MS = 600_000;
const SETTLED_IN = 'USDT';
const PAGE = 200;
const ISOLATED = 'ISOLATED_MARGIN';
const POSITION_MODES = { one_way: '0', hedge: '3' } as const;
const INDEX: Readonly<Record<PositionSide, string>> = { net: '0', long: '1', short: '2' };
const STANDS_IN_THE_WAY = refused(proofs.failed, 'a position or an order stands in the way');

export interface BybitAccountDeps {
  readonly line: SignedRequests;
  readonly data: BybitMarketData;
  readonly nowMs: () => number;
}

export class BybitAccount {
  readonly #deps: BybitAccountDeps;
  readonly #rights = new Map<string, { futures: boolean; untilMs: number }>();
  readonly #hedged = new Map<string, boolean>();

  constructor(deps: BybitAccountDeps) {
    this.#deps = deps;
  }

  async balances(account: string, wallet: MarketKind): Promise<VenueBalance[]> {
    const value = await this.#read(account, 'privateGetV5AccountWalletBalance', { accountType: 'UNIFIED' });
    const [pot] = parsed(pageOf(walletRow), value, 'wallet-balance').list;
    if (pot === undefined) throw new ExchangeUnreadable('wallet-balance: no account', null);
    const held = pot.coin.flatMap((row): VenueBalance[] => {
      const bound = [row.totalOrderIM, row.totalPositionIM].map(noneUnlessTold);
      const locked = needed(row.locked, 'locked');
      const whole = wallet === 'spot' ? needed(row.walletBalance, 'walletBalance') : needed(row.equity, 'equity');
      const free = [locked, ...bound].reduce(minus, whole);
      const isHeld = bound.reduce((sum, one) => minus(sum, minus('0', one)), '0');
      if (wallet === 'spot') return [{ asset: row.coin, free: atLeastNone(free), locked }];
      return row.coin === SETTLED_IN ? [{ asset: row.coin, free: atLeastNone(free), locked: isHeld }] : [];
    });
    return held.filter(({ free, locked }) => !isZero(free) || !isZero(locked));
  }

  async positions(account: string): Promise<VenuePosition[]> {
    const rows = await this.#positionRows(account);
    const held = rows.filter(({ size }) => !isZero(size));
    if (held.length === 0) await this.#proveNone(account);
    const [names, mode] = await Promise.all([this.#deps.data.names('futures'), this.#marginMode(account)]);
    return held.flatMap((row) => {
      const name = names.get(row.symbol);
      return name === undefined ? [] : [positionOf(name.symbol, row, mode)];
    });
  }

  /** A market of which nothing is held has a row for each side that its mode has. */
  async positionMode(account: string): Promise<PositionMode> {
    const [first] = [...(await this.#deps.data.names('futures')).keys()];
    if (first === undefined) throw new ExchangeUnreadable('it has no contracts', null);
    const rows = await this.#positionRows(account, { symbol: first });
    if (rows.length === 0) throw new ExchangeUnreadable('position/list: no row of a market', null);
    const isHedged = rows.some(({ positionIdx }) => positionIdx !== 'net');
    this.#hedged.set(account, isHedged);
    return isHedged ? 'hedge' : 'one_way';
  }

  async hasHedge(account: string): Promise<boolean> {
    return this.#hedged.get(account) ?? (await this.positionMode(account)) === 'hedge';
  }

  /** As far as it has been read. */
  knownHedge(account: string): boolean | undefined {
    return this.#hedged.get(account);
  }

  async setPositionMode(account: string, mode: PositionMode, mayAct?: () => boolean): Promise<Outcome<null>> {
    this.#hedged.delete(account);
    const params = { category: 'linear', coin: SETTLED_IN, mode: POSITION_MODES[mode] };
    const set = changeOutcome(await this.#change({ account, mayAct }, 'privatePostV5PositionSwitchMode', params));
    if (set.outcome === 'accepted') this.#hedged.set(account, mode === 'hedge');
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
    const { id } = nameOf(symbol);
    try {
      if (await this.#isInUse(account, { symbol: id })) return STANDS_IN_THE_WAY;
      if ((await this.#marginMode(account)) !== 'isolated') {
        const isolated = await this.#isolate({ account, mayAct });
        if (isolated.outcome !== 'accepted') return isolated;
      }
    } catch (error) {
      if (!(error instanceof ExchangeUnreadable)) throw error;
      // Nothing was changed yet, or only what we would have changed anyway.
      return { outcome: 'refused', code: error.code ?? proofs.away.code, reason: 'unknown', detail: error.message };
    }
    const both = { buyLeverage: String(leverage), sellLeverage: String(leverage) };
    const params = { category: 'linear', symbol: id, ...both };
    return changeOutcome(await this.#change({ account, mayAct }, 'privatePostV5PositionSetLeverage', params));
  }

  async addMargin(
    account: string,
    symbol: string,
    side: PositionSide,
    amount: string,
    _ref: string,
    mayAct?: () => boolean,
  ): Promise<Outcome<null>> {
    const params = { category: 'linear', symbol: nameOf(symbol).id, margin: amount, positionIdx: INDEX[side] };
    return changeOutcome(await this.#change({ account, mayAct }, 'privatePostV5PositionAddMargin', params));
  }

  /** No list of the exchange tells what was moved behind a position. */
  marginAdds(): Promise<VenueMarginAdd[]> {
    return Promise.reject(new ExchangeUnreadable('moves of margin are not listed there', null));
  }

  /** A key that may not act on contracts has nothing of ours there; its own page of rights says so. */
  async mayFutures(account: string): Promise<boolean> {
    const known = this.#rights.get(account);
    if (known !== undefined && this.#deps.nowMs() < known.untilMs) return known.futures;
    const { permissions } = parsed(keyInfo, await this.#read(account, 'privateGetV5UserQueryApi'), 'query-api');
    const { ContractTrade, Derivatives } = permissions;
    const futures = ContractTrade.includes('Order') || Derivatives.includes('DerivativesTrade');
    this.#rights.set(account, { futures, untilMs: this.#deps.nowMs() + RIGHTS_MS });
    return futures;
  }

  async #isolate({ account, mayAct }: Sender): Promise<Outcome<null>> {
    if (await this.#isInUse(account, { settleCoin: SETTLED_IN }))
      return refused(proofs.failed, 'the account is in cross margin, and a position or an order keeps it there');
    const params = { setMarginMode: ISOLATED };
    return changeOutcome(await this.#change({ account, mayAct }, 'privatePostV5AccountSetMarginMode', params));
  }

  async #marginMode(account: string): Promise<MarginMode> {
    const { marginMode } = parsed(accountInfo, await this.#read(account, 'privateGetV5AccountInfo'), 'account/info');
    return marginMode === ISOLATED ? 'isolated' : 'cross';
  }

  async #positionRows(
    account: string,
    of: Readonly<Record<string, string>> = { settleCoin: SETTLED_IN },
  ): Promise<PositionRow[]> {
    const rows: PositionRow[] = [];
    for (let cursor = ''; ; ) {
      const params = { category: 'linear', ...of, limit: PAGE, ...(cursor === '' ? {} : { cursor }) };
      const value = await this.#read(account, 'privateGetV5PositionList', params);
      const { list, nextPageCursor } = parsed(pageOf(positionRow), value, 'position/list');
      rows.push(...list);
      if (!nextPageCursor || list.length < PAGE) return rows;
      cursor = nextPageCursor;
    }
  }

  /** An empty list of positions may be a broken answer (reliability E1): a wallet in which nothing is bound by one is not. */
  async #proveNone(account: string): Promise<void> {
    const value = await this.#read(account, 'privateGetV5AccountWalletBalance', { accountType: 'UNIFIED' });
    const [pot] = parsed(pageOf(walletRow), value, 'wallet-balance').list;
    const bound = pot?.coin.find(({ coin }) => coin === SETTLED_IN)?.totalPositionIM;
    if (pot === undefined || pot.coin.length === 0)
      throw new ExchangeUnreadable('wallet-balance: nothing is told', null);
    if (!isZero(noneUnlessTold(bound))) throw new ExchangeUnreadable('positions that were not listed', null);
  }

  async #isInUse(account: string, of: Readonly<Record<string, string>>): Promise<boolean> {
    const [positions, orders] = await Promise.all([
      this.#positionRows(account, of),
      this.#read(account, 'privateGetV5OrderRealtime', { category: 'linear', ...of }),
    ]);
    return positions.some(({ size }) => !isZero(size)) || parsed(pageOf(orderRow), orders, 'realtime').list.length > 0;
  }

  #read(account: string, call: string, params: Readonly<Record<string, string | number>> = {}): Promise<unknown> {
    const reading = { family: 'futures', weight: 1, share: 'reads', patienceMs: PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, params, account });
  }

  #change({ account, mayAct }: Sender, call: string, params: Readonly<Record<string, string>>): Promise<ExchangeReply> {
    const changing = { family: 'futures', weight: 1, share: 'open', patienceMs: PATIENCE_MS, isRead: false } as const;
    return this.#deps.line.ask({ ...changing, call, params, account, mayAct });
  }
}

function positionOf(symbol: string, row: PositionRow, marginMode: MarginMode): VenuePosition {
  if (row.side !== 'Buy' && row.side !== 'Sell') throw new ExchangeUnreadable('side: not told', null);
  const isShort = row.side === 'Sell';
  const margin = noneUnlessTold(row.positionBalance);
  return {
    ...{
      symbol,
      positionSide: row.positionIdx,
      marginMode,
      leverage: Math.floor(Number(needed(row.leverage, 'leverage'))),
    },
    qty: isShort ? minus('0', row.size) : trimmed(row.size),
    ...{ entryPrice: toldOrNull(row.avgPrice), markPrice: toldOrNull(row.markPrice) },
    liqPrice: noneUnlessTold(row.liqPrice),
    // What stands behind it has an old name of its own; where that is told no more, the initial margin is.
    margin: marginMode === 'cross' ? '0' : isZero(margin) ? needed(row.positionIM, 'positionIM') : margin,
    unrealized: toldOrNull(row.unrealisedPnl),
  };
}

function atLeastNone(amount: string): string {
  return isBelowZero(amount) ? '0' : amount;
}
