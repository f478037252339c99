// What an account holds at an exchange that nobody here trades on: wallets and last prices, from documentation, each row checked
// before it is believed. Nothing else is asked there.
import * as codes from '@cormorant/contract/codes.ts';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import * as z from 'zod';
import type { BalanceSource } from '../../ports/balance-desk.ts';
import type { PlainKeys } from '../../ports/key-vault.ts';
import type { VenueBalance } from '../../ports/venue.ts';
import type { ExchangeBudgets } from './exchange-budgets.ts';
import { cardOf } from './exchange-profiles.ts';
import { isBelowZero, isZero, minus, trimmed } from './shared/exact-json.ts';
import { decimal } from './shared/row-fields.ts';
import { ExchangeUnreadable } from './shared/unreadable.ts';
import type { ExchangeHosts } from './transport/hosts.ts';
import { parsed } from './transport/order-outcomes.ts';
import { type CcxtAsk, CcxtLine } from './transport/signed-requests.ts';

const PATIENCE_MS = 15_000;

type Ask = Pick<CcxtAsk, 'family' | 'call' | 'params'>;

interface Wallet {
  readonly ask: Ask;
  read(value: unknown): VenueBalance[];
}

interface Holdings {
  readonly spot: Wallet;
  readonly futures: Wallet;
  readonly prices: Ask;
  /** [name of the pair, last price] */
  readPrices(value: unknown): [string, string][];
}

const figure = z.union([decimal, z.literal('')]).transform((text) => (text === '' ? '0' : trimmed(text)));
const text = z.string().min(1);

/** What is free of a whole; the rest is bound. */
function split(asset: string, whole: string, free: string): VenueBalance {
  const bound = minus(whole, free);
  return { asset, free: isBelowZero(free) ? '0' : free, locked: isBelowZero(bound) ? '0' : bound };
}

const gateWallet = z.object({ currency: text, total: figure, unrealised_pnl: figure, available: figure });
const gate: Holdings = {
  spot: {
    ask: { family: 'spot', call: 'privateSpotGetAccounts' },
    read: (value) =>
      parsed(z.array(z.object({ currency: text, available: figure, locked: figure })), value, 'spot/accounts').map(
        ({ available, currency, locked }) => ({ asset: currency, free: available, locked }),
      ),
  },
  futures: {
    ask: { family: 'futures', call: 'privateFuturesGetSettleAccounts', params: { settle: 'usdt' } },
    read: (value) => {
      const { available, currency, total, unrealised_pnl } = parsed(gateWallet, value, 'futures/usdt/accounts');
      return [split(currency, minus(total, minus('0', unrealised_pnl)), available)];
    },
  },
  prices: { family: 'spot', call: 'publicSpotGetTickers' },
  readPrices: (value) =>
    parsed(z.array(z.object({ currency_pair: text, last: figure })), value, 'spot/tickers').map(
      ({ currency_pair, last }) => [currency_pair.replace('_', ''), last],
    ),
};

const HOLDINGS: Readonly<Record<string, Holdings>> = { gate };

/** Codes of the exchanges whose accounts are only looked at. */
export const lookedAt: readonly string[] = Object.keys(HOLDINGS);

export interface HoldingsDeps {
  /** One of `lookedAt`. */
  readonly exchange: string;
  readonly hosts: ExchangeHosts;
  readonly credentials: (account: string) => Promise<PlainKeys | null>;
  readonly budgets: ExchangeBudgets;
}

export interface HoldingsReader extends Required<Pick<BalanceSource, 'balances' | 'tickers'>> {
  close(): void;
}

/** Rejects with ExchangeUnreadable where nothing could be read. */
export function createHoldings({ exchange, hosts, credentials, budgets }: HoldingsDeps): HoldingsReader {
  const [card, holdings] = [cardOf(exchange), HOLDINGS[exchange]];
  if (card === undefined || holdings === undefined) throw new Error(`${exchange} is not looked at`);
  const budget = budgets.of(exchange);
  const line = new CcxtLine({ card, hosts, credentials, contractAccounts: async () => [], budget });
  const read = (ask: Ask, account?: string) =>
    line.read({
      ...{ ...ask, weight: 1, patienceMs: PATIENCE_MS, share: 'reads' },
      ...(account !== undefined && { account }),
    });

  /** A key without the right to contracts has none there to show, and neither has an account that never opened them. */
  const told = async (account: string, kind: MarketKind): Promise<VenueBalance[]> => {
    const wallet = holdings[kind];
    try {
      const value = await read(wallet.ask, account);
      return value === null && kind === 'futures' ? [] : wallet.read(value);
    } catch (error) {
      if (kind === 'futures' && error instanceof ExchangeUnreadable && error.code === codes.api_permission) return [];
      throw error;
    }
  };

  return {
    balances: async (account, kind = 'spot') =>
      (await told(account, kind)).filter(({ free, locked }) => !isZero(free) || !isZero(locked)),
    tickers: async () => {
      const rows = holdings.readPrices(await read(holdings.prices));
      return rows.flatMap(([pair, last]) =>
        pair.endsWith('USDT') && !isZero(last) ? [{ symbol: `${pair.slice(0, -4)}/USDT`, last }] : [],
      );
    },
    close: () => line.close(),
  };
}
