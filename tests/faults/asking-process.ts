// A process that asks an exchange by a key, with the production adapter and its part of what the address may ask: it asks one
// thing again and again whenever it is told to, until its budget refuses, and tells what came of it.
import { randomInt } from 'node:crypto';
import { ExchangeBudgets } from '../../apps/server/src/adapters/exchanges/exchange-budgets.ts';
import type { ExchangeUnreadable } from '../../apps/server/src/adapters/exchanges/shared/unreadable.ts';
import { createCcxtVenue } from '../../apps/server/src/adapters/exchanges/trading-venue.ts';
import { exchangeHosts } from '../../apps/server/src/adapters/exchanges/transport/hosts.ts';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { joinAskingProcesses } from '../../apps/server/src/adapters/postgres/runner/asking-processes.ts';
import { Secret } from '../../apps/server/src/ports/secret.ts';
import { createBudgetShare, heedOthers } from '../../apps/server/src/wiring/share-budgets.ts';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};
const fail = (error: unknown): never => {
  console.error(error);
  process.exit(1);
};

let aheadMs = Number(env('AHEAD_MS'));
const clock = { nowMs: () => Date.now() + aheadMs };
const budgets = new ExchangeBudgets(clock, async () => {});
const asking = joinAskingProcesses(openPool(env('DATABASE_URL'), 2, fail), randomInt, (text) =>
  heedOthers(budgets, text),
);
const share = createBudgetShare(asking, budgets, fail);
await share();
setInterval(() => void share().catch(fail), 200);

const hosts = exchangeHosts(new Map([['local', env('VENUE_URL')]])).get('local');
if (hosts === undefined) throw new Error('no hosts');
const keys = { apiKey: new Secret(env('API_KEY')), secretKey: new Secret(env('API_SECRET')), passphrase: null };
const { venue } = createCcxtVenue({
  ...{ exchange: 'local', hosts, budgets, clock, timeoutMs: 10_000 },
  credentials: async () => keys,
  contractAccounts: async () => [],
});
// With them come the limits that the exchange tells.
await venue.symbols();

/** By code; 2006 = its budget refuses, and nothing left. */
async function askUntilRefused(): Promise<Record<number, number>> {
  const codes: Record<number, number> = {};
  for (;;) {
    const code = await venue.order(env('ACCOUNT'), 'BTC/USDT', 'nobody').then(
      () => 0,
      (error: ExchangeUnreadable) => error.code ?? fail(error),
    );
    codes[code] = (codes[code] ?? 0) + 1;
    if (code !== 0) return codes;
  }
}

interface Message {
  readonly aheadMs?: number;
  readonly ask?: true;
  readonly count?: true;
}

async function take(message: Message): Promise<void> {
  if (message.aheadMs !== undefined) aheadMs = message.aheadMs;
  if (message.count === true) process.send?.({ processes: await asking.count() });
  if (message.ask === true) process.send?.({ codes: await askUntilRefused() });
}

process.on('message', (message: Message) => void take(message).catch(fail));
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
