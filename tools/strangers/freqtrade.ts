// freqtrade on the local exchange: one round trip with its stop on the exchange, on spot and on contracts. Its configuration is an
// ordinary one but for the addresses of the exchange.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.ts';
import type { VenueAccount } from './venue-account.ts';

const STRATEGIES = fileURLToPath(new URL('.', import.meta.url));
const WITHIN_MS = 180_000;
/** Its log says so of each order that was filled: both sides, and the round trip is over. */
const OVER = [/_BUY has been fulfilled/, /_SELL has been fulfilled/];

export async function runFreqtrade(
  python: string,
  folder: string,
  url: string,
  { key, secret }: VenueAccount,
  market: 'spot' | 'futures',
) {
  mkdirSync(folder, { recursive: true });
  const isFutures = market === 'futures';
  const config = {
    ...{ bot_name: 'stranger', dry_run: false, max_open_trades: 1, initial_state: 'running' },
    ...{ stake_currency: 'USDT', stake_amount: 500, tradable_balance_ratio: 0.99, fiat_display_currency: '' },
    ...{ trading_mode: market, ...(isFutures ? { margin_mode: 'isolated' } : {}) },
    unfilledtimeout: { entry: 10, exit: 10, exit_timeout_count: 0, unit: 'minutes' },
    entry_pricing: { price_side: 'other', use_order_book: true, order_book_top: 1 },
    exit_pricing: { price_side: 'other', use_order_book: true, order_book_top: 1 },
    exchange: {
      ...{ name: 'binance', key, secret, ccxt_config: { urls: { api: addresses(url) } } },
      pair_whitelist: [isFutures ? 'BTC/USDT:USDT' : 'BTC/USDT'],
    },
    pairlists: [{ method: 'StaticPairList' }],
    internals: { process_throttle_secs: 1 },
    db_url: `sqlite:///${join(folder, 'trades.sqlite')}`,
  };
  const path = join(folder, 'config.json');
  writeFileSync(path, JSON.stringify(config, null, 2));
  const strategy = isFutures ? 'OneRoundTripOnContracts' : 'OneRoundTrip';
  const end = await runProgram(
    [
      ...([python, '-m', 'freqtrade', 'trade', '--config', path, '--userdir', folder] as const),
      ...['--strategy', strategy, '--strategy-path', STRATEGIES],
    ],
    {},
    WITHIN_MS,
    (output) => OVER.every((side) => side.test(output)) || /OperationalException|Traceback/.test(output),
  );
  writeFileSync(join(folder, 'output.log'), end.output);
  return { saw: end.output.split('\n').filter((line) => / - (WARNING|ERROR|CRITICAL) - /.test(line)) };
}

/** As ccxt names them; only the host differs. */
function addresses(url: string) {
  const socket = url.replace('http', 'ws');
  return {
    ...{ public: `${url}/api/v3`, private: `${url}/api/v3`, v1: `${url}/api/v1` },
    ...{ sapi: `${url}/sapi/v1`, sapiV2: `${url}/sapi/v2`, sapiV3: `${url}/sapi/v3`, sapiV4: `${url}/sapi/v4` },
    ...{ fapiPublic: `${url}/fapi/v1`, fapiPublicV2: `${url}/fapi/v2`, fapiPublicV3: `${url}/fapi/v3` },
    ...{ fapiPrivate: `${url}/fapi/v1`, fapiPrivateV2: `${url}/fapi/v2`, fapiPrivateV3: `${url}/fapi/v3` },
    ...{ fapiData: `${url}/futures/data`, dapiPublic: `${url}/dapi/v1`, dapiPrivate: `${url}/dapi/v1` },
    ...{ dapiPrivateV2: `${url}/dapi/v2`, eapiPublic: `${url}/eapi/v1`, eapiPrivate: `${url}/eapi/v1` },
    papi: `${url}/papi/v1`,
    ws: { spot: `${socket}/ws`, future: `${socket}/public/ws`, 'ws-api': { spot: `${socket}/ws-api/v3` } },
  };
}
