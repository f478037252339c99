// nautilus_trader's Binance adapter on the local exchange: one round trip, with a limit order and a stop placed and cancelled.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './run-program.ts';
import type { VenueAccount } from './venue-account.ts';

const SCRIPT = fileURLToPath(new URL('./nautilus-round-trip.py', import.meta.url));
const WITHIN_MS = 120_000;
const SAID = /^STRANGER (.*)$/m;

export async function runNautilus(
  python: string,
  folder: string,
  url: string,
  { key, secret }: VenueAccount,
  market: 'spot' | 'futures',
) {
  mkdirSync(folder, { recursive: true });
  const socket = url.replace('http', 'ws');
  const isFutures = market === 'futures';
  const setup = {
    ...{ market, key, secret, http: url, quantity: '0.01' },
    instrument: isFutures ? 'BTCUSDT-PERP.BINANCE' : 'BTCUSDT.BINANCE',
    wsApi: isFutures ? `${socket}/ws-fapi/v1` : `${socket}/ws-api/v3`,
    wsPublic: isFutures ? `${socket}/public` : socket,
    wsPrivate: isFutures ? `${socket}/private` : socket,
  };
  const end = await runProgram([python, SCRIPT], { STRANGER: JSON.stringify(setup) }, WITHIN_MS);
  writeFileSync(join(folder, 'output.log'), end.output);
  const said = SAID.exec(end.output)?.[1];
  const told = said === undefined ? null : (JSON.parse(said) as { done: boolean; saw: string[] });
  const lines = end.output.split('\n').filter((line) => /\[(WARN|ERROR)\]|Error|Traceback/.test(line));
  return { saw: [...(told?.saw ?? []), ...lines] };
}
