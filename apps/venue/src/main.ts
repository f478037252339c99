// The local exchange as a process: reads how it was asked to run, opens, says where it is, and goes when asked to or when
// the process that started it has gone.

import { flushCompileCache } from 'node:module';
import { MarketRefusedError } from './exchange/exchange.ts';
import { FaultSetError } from './faults/fault-set.ts';
import { symbolOf } from './market/listings.ts';
import { ChoiceError } from './market/market-choice.ts';
import { readOptions } from './options.ts';
import { KEYS_PATH } from './page/keys-page.ts';
import { type RunningVenue, startVenue } from './start-venue.ts';
import { DataFolderBusyError } from './store/venue-store.ts';

const EXIT_BAD_CHOICE = 2;
const EXIT_FAILED = 1;

function fail(error: unknown): never {
  console.error('the exchange stops: what it did can no longer be saved', error);
  process.exit(EXIT_FAILED);
}

function describe(venue: RunningVenue, keptFor: string): string {
  const { url, market, tokenPath, token, caughtUp, isOver } = venue;
  const { speed } = market;
  const secret = tokenPath === null ? (process.env.VENUE_TOKEN ? '$VENUE_TOKEN' : token) : `$(cat ${tokenPath})`;
  return [
    `listening on ${url}`,
    `local exchange, simulated market ${market.name}${speed === 1 ? '' : ` at ${speed}x`}, ${keptFor}`,
    `symbols: ${market.tapes.map((tape) => symbolOf(tape.instrument)).join(' ')}`,
    ...(isOver
      ? ['this replay has ended: its market is halted; start it with another --data folder to see it again']
      : []),
    ...(caughtUp > market.tapes.length ? [`made up ${caughtUp} prints missed while it was closed`] : []),
    `accounts with API keys, for anything that speaks Binance spot at this address: open ${url}${KEYS_PATH}`,
    'or by a terminal (the secret is shown once):',
    `  curl -s ${url}${KEYS_PATH}/accounts -H 'accept: application/json' -d 'title=me&usdt=10000'`,
    `  curl -s ${url}${KEYS_PATH}/new -H 'accept: application/json' -d 'account=user-1&label=bot&read=on&spot=on'`,
    "an account of the server's own wire, with 10,000 simulated USDT each in its spot and its futures wallet:",
    `  curl -s ${url}/v1/accounts -H "x-service-token: ${secret}" -H 'content-type: application/json' -d '{"ref":"me"}'`,
  ].join('\n');
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd());
  const venue = await startVenue(options, fail);
  const keptFor = options.dataFolder === null ? 'kept in memory only (no --data)' : `kept in ${options.dataFolder}`;
  console.log(describe(venue, keptFor));
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    venue.stop().then(
      () => process.exit(0),
      () => process.exit(EXIT_FAILED),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.send !== undefined) {
    process.on('disconnect', stop);
    process.send({ type: 'listening', ready: true, port: venue.port, url: venue.url });
  }
  // Node would do it at the end, which kill -9 takes away: the next start would compile everything again.
  flushCompileCache();
}

run().catch((error: unknown) => {
  const known = [ChoiceError, MarketRefusedError, DataFolderBusyError, FaultSetError];
  const isKnown = known.some((kind) => error instanceof kind);
  console.error(isKnown ? (error as Error).message : error);
  process.exit(isKnown ? EXIT_BAD_CHOICE : EXIT_FAILED);
});
