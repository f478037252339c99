// `node commands/bootstrap.mjs tools/record-replies.ts --exchange okx`: what an exchange answers to everything our adapters read, asked by
// a key that may only read, and written beside the replies that were written after its documentation (docs/RECORDING.md). Keys come
// from the environment: RECORD_API_KEY, RECORD_SECRET_KEY, RECORD_PASSPHRASE. Nothing is written where anything of the account is left.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exchangeHosts } from '../apps/server/src/adapters/exchanges/transport/hosts.ts';
import { Secret } from '../apps/server/src/ports/secret.ts';
import { record } from './recording/record.ts';

const DAY_MS = 86_400_000;
const EXCHANGES = join(import.meta.dirname, '..', 'apps/server/src/adapters/exchanges');

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: {
    exchange: { type: 'string' },
    spot: { type: 'string', default: 'BTC/USDT' },
    contract: { type: 'string', default: 'BTC/USDT:USDT' },
    days: { type: 'string', default: '1' },
    out: { type: 'string' },
    /** Another address that speaks as the exchange does, as the local one. */
    origin: { type: 'string' },
  },
});

const { exchange = '', origin } = values;
const keys = {
  apiKey: new Secret(process.env.RECORD_API_KEY ?? ''),
  secretKey: new Secret(process.env.RECORD_SECRET_KEY ?? ''),
  passphrase: process.env.RECORD_PASSPHRASE === undefined ? null : new Secret(process.env.RECORD_PASSPHRASE),
};
const hosts = exchangeHosts(new Map(origin === undefined ? [] : [[exchange, origin]])).get(exchange);
if (hosts === undefined) fail('--exchange binance, okx, bybit, bitget or gate');
if (keys.apiKey.reveal() === '' || keys.secretKey.reveal() === '')
  fail('RECORD_API_KEY and RECORD_SECRET_KEY are not set');

const folder = values.out ?? join(EXCHANGES, exchange, 'recorded');
const nowMs = () => Date.now();
const replies = await record({
  ...{ exchange, hosts, keys, nowMs, spot: values.spot, contract: values.contract },
  sinceMs: nowMs() - Number(values.days) * DAY_MS,
  say,
}).catch((error: unknown) => fail(String((error as Error).message)));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { name, text } of replies) writeFileSync(join(folder, `${name}.json`), text);
say(`${replies.length} replies are in ${folder}. Read them before you commit them.`);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
