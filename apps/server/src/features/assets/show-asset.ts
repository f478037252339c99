// Balances at one exchange, each with its value in USDT: of all accounts that the person has there, or of one wallet of the
// account that new bots trade on. When the exchange cannot be asked the last known figures are answered and marked stale;
// nothing known is an error, never an empty wallet. What cannot be counted is named beside the total.

import type { userAsset } from '@cormorant/contract/calls/user.ts';
import * as codes from '@cormorant/contract/codes.ts';
import {
  type Account,
  type Asset,
  type AssetAccount,
  asset as assetShape,
} from '@cormorant/contract/entities/account.ts';
import { exchangeCards } from '@cormorant/contract/labels/exchanges.ts';
import { format18, parse18, times18 } from '@cormorant/core/money/amount-e18.ts';
import type { AccountStore, Wire } from '../../ports/account-store.ts';
import type { AssetSnapshots } from '../../ports/asset-snapshots.ts';
import type { AskedAccount, BalanceDesk } from '../../ports/balance-desk.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueBalance } from '../../ports/venue.ts';
import type { CallContext, Handler } from '../handler.ts';

const MONEY_DECIMALS = 8;

export interface ShowAssetDeps {
  readonly accounts: AccountStore;
  readonly keys: Pick<KeyStore, 'of'>;
  readonly balances: BalanceDesk;
  readonly snapshots: AssetSnapshots;
  /** Last price of a coin in USDT at an exchange whose market is followed here, undefined when there is none. */
  readonly priceOf: (exchange: string, coin: string) => string | undefined;
  readonly accountOf: (userId: number) => Promise<Account>;
}

/** The platform's own account as a place that holds coin. */
function platformAsset({ available, balance, frozen, fuel, points, updated_at, value }: Account): Asset {
  return {
    exchange: 'platform',
    market_split: { spot: '0', futures: '0' },
    total_value: value,
    list: [{ coin: 'USDT', balance, available, frozen, value }],
    points,
    fuel,
    updated_at,
    stale: 0,
  };
}

type Wallet = 'all' | 'spot' | 'futures';
type Wallets = Readonly<Record<'spot' | 'futures', readonly VenueBalance[]>>;

/** Where spot and contracts share one balance, which stands under spot alone when all of it is asked for. */
const oneWallet: ReadonlySet<string> = new Set(['okx', 'bybit']);

/** A wallet that was not asked for is empty. */
async function walletsOf(desk: BalanceDesk, account: AskedAccount, asked: Wallet): Promise<Wallets> {
  const wanted = (wallet: 'spot' | 'futures') => asked === 'all' || asked === wallet;
  const [spot, futures] = await Promise.all([
    wanted('spot') ? desk.balances(account, 'spot') : [],
    wanted('futures') && !(asked === 'all' && oneWallet.has(account.exchange)) ? desk.balances(account, 'futures') : [],
  ]);
  return { spot, futures };
}

/** One row a coin. */
function together(balances: readonly VenueBalance[]): VenueBalance[] {
  const sums = new Map<string, VenueBalance>();
  for (const { asset, free, locked } of balances) {
    const known = sums.get(asset);
    const sum = (amount: string, more: string | undefined) => format18(parse18(amount) + parse18(more ?? '0'));
    sums.set(asset, { asset, free: sum(free, known?.free), locked: sum(locked, known?.locked) });
  }
  return [...sums.values()];
}

/** No account there to ask: the key is missing or no good, or nothing here trades at that exchange. */
async function refuseWithout(keys: ShowAssetDeps['keys'], userId: number, exchange: string): Promise<never> {
  if (!exchangeCards.some(({ code }) => code === exchange)) throw new Refusal(codes.exchange_unsupported);
  const key = await keys.of(userId, exchange);
  const data = { exchange, go: `/bind/${exchange}` };
  if (key === null) throw new Refusal(codes.api_not_bound, { data });
  if (key.status === 'valid' || key.status === 'checking') throw new Refusal(codes.exchange_busy);
  throw new Refusal(key.lastErrorCode ?? codes.api_invalid, { data });
}

type PriceOf = (coin: string) => string | undefined;

function inUsdt({ asset, free, locked }: VenueBalance, priceOf: PriceOf): { total: bigint; value: bigint } {
  const total = parse18(free) + parse18(locked);
  const price = priceOf(asset);
  return { total, value: price === undefined ? 0n : times18(total, parse18(price)) };
}

function worthOf(balances: readonly VenueBalance[], priceOf: PriceOf): bigint {
  return balances.reduce((sum, balance) => sum + inUsdt(balance, priceOf).value, 0n);
}

/** What the exchange said, where it is a code about keys and exchanges. */
function whyUnread(error: unknown): number {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'number' && code > 2000 && code < 2100 ? code : codes.third_party;
}

/** One account as it was read, or why it was not; `reached` when its exchange was asked. */
type Reading = { readonly wire: Wire; readonly reached: boolean } & (
  | { readonly asset: Asset }
  | { readonly code: number }
);

function partOf(reading: Reading): AssetAccount {
  const { wire } = reading;
  if (!('asset' in reading))
    return { wire, market_split: { spot: '0', futures: '0' }, value: null, code: reading.code };
  const { market_split, total_value } = reading.asset;
  return { wire, market_split, value: total_value, code: 0 };
}

function sumOf(amounts: readonly string[], decimals?: number): string {
  return format18(
    amounts.reduce((sum, amount) => sum + parse18(amount), 0n),
    decimals,
  );
}

/** All that was read as one; the oldest reading says of when it is. */
function mergeAssets(exchange: string, assets: readonly Asset[], accounts: AssetAccount[]): Asset {
  const rows = new Map<string, Asset['list']>();
  for (const row of assets.flatMap(({ list }) => list)) rows.set(row.coin, [...(rows.get(row.coin) ?? []), row]);
  const list = [...rows].map(([coin, same]) => ({
    coin,
    balance: sumOf(same.map(({ balance }) => balance)),
    available: sumOf(same.map(({ available }) => available)),
    frozen: sumOf(same.map(({ frozen }) => frozen)),
    value: sumOf(
      same.map(({ value }) => value),
      MONEY_DECIMALS,
    ),
  }));
  const split = (market: 'spot' | 'futures') =>
    sumOf(
      assets.map((asset) => asset.market_split[market]),
      MONEY_DECIMALS,
    );
  return {
    exchange,
    market_split: { spot: split('spot'), futures: split('futures') },
    total_value: sumOf(
      assets.map((asset) => asset.total_value),
      MONEY_DECIMALS,
    ),
    list: list.sort((a, b) =>
      parse18(a.value) === parse18(b.value) ? 0 : parse18(a.value) > parse18(b.value) ? -1 : 1,
    ),
    accounts,
    updated_at: Math.min(...assets.map((asset) => asset.updated_at)),
    stale: assets.some(({ stale }) => stale === 1) ? 1 : 0,
  };
}

export function showAsset({
  accountOf,
  accounts,
  balances: desk,
  keys,
  priceOf,
  snapshots,
}: ShowAssetDeps): Handler<typeof userAsset> {
  /** Prices of these coins in USDT: of a market that is followed here, else as its exchange tells them. */
  async function pricesOf(account: AskedAccount, { futures, spot }: Wallets): Promise<PriceOf> {
    const { exchange } = account;
    const coins = [...spot, ...futures].map(({ asset }) => asset).filter((coin) => coin !== 'USDT');
    const isFollowed = coins.every((coin) => priceOf(exchange, coin) !== undefined);
    const told = isFollowed ? undefined : await desk.prices(account);
    return (coin) => (coin === 'USDT' ? '1' : (priceOf(exchange, coin) ?? told?.get(`${coin}/USDT`)));
  }

  function toAsset(exchange: string, { spot, futures }: Wallets, price: PriceOf, nowMs: number): Asset {
    const rows = together([...spot, ...futures])
      .map((balance) => ({ balance, ...inUsdt(balance, price) }))
      .filter(({ total, balance }) => total !== 0n || balance.asset === 'USDT')
      .sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1));
    const [inSpot, inFutures] = [worthOf(spot, price), worthOf(futures, price)];
    return {
      exchange,
      market_split: { spot: format18(inSpot, MONEY_DECIMALS), futures: format18(inFutures, MONEY_DECIMALS) },
      total_value: format18(inSpot + inFutures, MONEY_DECIMALS),
      list: rows.map(({ balance, total, value }) => ({
        coin: balance.asset,
        balance: format18(total),
        available: format18(parse18(balance.free)),
        frozen: format18(parse18(balance.locked)),
        value: format18(value, MONEY_DECIMALS),
      })),
      updated_at: nowMs,
      stale: 0,
    };
  }

  /** Why an account behind a key is not the current one: its key is no good, is another account's now, or is gone. */
  async function whyShut(userId: number, exchange: string): Promise<number> {
    const key = await keys.of(userId, exchange);
    const isGood = key === null || key.status === 'valid' || key.status === 'checking';
    return isGood ? codes.api_not_bound : (key.lastErrorCode ?? codes.api_invalid);
  }

  /** As the exchange tells it now, or as it was last known; undefined with its code where neither is. */
  async function read(account: AskedAccount, wallet: Wallet, context: CallContext): Promise<Reading> {
    const { exchange, wire } = account;
    const { userId, nowMs } = context;
    const asked = { userId, exchange, account: account.account, wallet };
    try {
      const wallets = await walletsOf(desk, account, wallet);
      const asset = toAsset(exchange, wallets, await pricesOf(account, wallets), nowMs);
      await snapshots.keep(asked, asset, nowMs);
      return { wire, reached: true, asset };
    } catch (error) {
      context.log('warn', 'balances cannot be read', error);
      // One that an older version wrote in another shape is none.
      const known = assetShape.safeParse(await snapshots.last(asked));
      if (!known.success) return { wire, reached: true, code: whyUnread(error) };
      return { wire, reached: true, asset: { ...known.data, stale: 1 } };
    }
  }

  /** The account that new bots trade on, and where all is asked for every other that the person has there. */
  async function readAll(exchange: string, wallet: Wallet, context: CallContext): Promise<Reading[]> {
    const { userId } = context;
    const current = await accounts.forNew(userId, exchange);
    const others = wallet === 'all' ? await accounts.allOf(userId) : [];
    const rows = others.filter((row) => row.exchange === exchange && row.id !== current?.id);
    const readings = [...(current === null ? [] : [current]), ...rows].map(async (row): Promise<Reading | null> => {
      const { account, wire } = row;
      // One that the exchange has not opened yet holds nothing.
      if (account === null) return null;
      // Only the key of the current account opens anything.
      if (row.id !== current?.id && wire === 'key')
        return { wire, reached: false, code: await whyShut(userId, exchange) };
      return desk.knows(row) ? read({ ...row, account }, wallet, context) : null;
    });
    return (await Promise.all(readings)).filter((reading) => reading !== null);
  }

  return async ({ query }, context) => {
    if (query.exchange === '' || query.exchange === 'platform') return platformAsset(await accountOf(context.userId));
    const { exchange, wallet } = query;
    const readings = await readAll(exchange, wallet, context);
    const assets = readings.flatMap((reading) => ('asset' in reading ? [reading.asset] : []));
    const [first] = assets;
    if (first === undefined) {
      const failed = readings.find(({ reached }) => reached);
      if (failed !== undefined && 'code' in failed) throw new Refusal(failed.code);
      return refuseWithout(keys, context.userId, exchange);
    }
    return wallet === 'all' ? mergeAssets(exchange, assets, readings.map(partOf)) : first;
  };
}
