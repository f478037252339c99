// `npm run strangers -- --python FOLDER/bin/python`: programs that nobody here wrote trade on the local exchange, unmodified but
// for addresses: freqtrade (spot and contracts, its stop on the exchange) and nautilus_trader's Binance adapter. It installs
// nothing; what is missing in that Python is told with how to get it. Status 1 when one of them did not make its round trip.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseMarketChoice } from '../apps/venue/src/market/market-choice.ts';
import { startVenue } from '../apps/venue/src/start-venue.ts';
import { runFreqtrade } from './strangers/freqtrade.ts';
import { runNautilus } from './strangers/nautilus.ts';
import { type Trace, VenueDesk } from './strangers/venue-account.ts';

interface Stranger {
  readonly name: string;
  readonly module: 'freqtrade' | 'nautilus_trader';
  readonly market: 'spot' | 'futures';
  readonly signs: 'hmac' | 'ed25519';
  readonly run: typeof runFreqtrade;
}

const STRANGERS: readonly Stranger[] = [
  { name: 'freqtrade spot', module: 'freqtrade', market: 'spot', signs: 'hmac', run: runFreqtrade },
  { name: 'freqtrade futures', module: 'freqtrade', market: 'futures', signs: 'hmac', run: runFreqtrade },
  { name: 'nautilus spot', module: 'nautilus_trader', market: 'spot', signs: 'ed25519', run: runNautilus },
  { name: 'nautilus futures', module: 'nautilus_trader', market: 'futures', signs: 'ed25519', run: runNautilus },
];

const { values } = parseArgs({
  options: {
    python: { type: 'string', multiple: true, default: [process.env.STRANGERS_PYTHON ?? 'python3'] },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
    // Programs that sign by HMAC only, as nautilus_trader before 1.222 does.
    hmac: { type: 'boolean', default: false },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'strangers-'));
const venue = await startVenue(
  {
    port: 0,
    market: parseMarketChoice('generated:1', folder),
    dataFolder: join(folder, 'venue'),
    lockstep: false,
    token: null,
  },
  (error) => {
    throw error;
  },
);
const desk = new VenueDesk(venue.url);
const report: object[] = [];
let missing = 0;
let failed = 0;
for (const stranger of STRANGERS.filter(({ name }) => name.includes(values.only))) {
  const python = values.python.find((path) => versionOf(path, stranger.module) !== null);
  if (python === undefined) {
    missing++;
    say(`${stranger.name}: no Python here has ${stranger.module}. Get it outside this folder, for instance:`);
    say(`  python3 -m venv FOLDER && FOLDER/bin/pip install ${stranger.module}`);
    say('  npm run strangers -- --python FOLDER/bin/python');
    continue;
  }
  const sinceMs = await desk.serverTime();
  const { account, reader } = await desk.open(values.hmac ? 'hmac' : stranger.signs);
  const { saw } = await stranger.run(
    python,
    join(folder, stranger.name.replace(' ', '-')),
    venue.url,
    account,
    stranger.market,
  );
  const trace =
    stranger.market === 'spot'
      ? await desk.traceSpot(reader, 'BTCUSDT', 'BTC', sinceMs)
      : await desk.traceContract(reader, 'BTCUSDT', sinceMs);
  const isRound = madeRoundTrip(trace);
  if (!isRound) failed++;
  const version = versionOf(python, stranger.module);
  report.push({ name: stranger.name, version, ok: isRound, ...trace, saw });
  say(`${isRound ? 'traded' : 'FAILED'}  ${stranger.name} (${stranger.module} ${version})`);
  say(
    `  orders: ${trace.orders.join(', ') || 'none'}; ${trace.trades} trades, ${trace.left} left, ${trace.unfound} not found by time`,
  );
  for (const line of saw) say(`  ${line}`);
}
await venue.stop();
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(report, null, 2)}\n`);
say(`what they said lies in ${folder}`);
process.exitCode = failed > 0 || missing === STRANGERS.length ? 1 : 0;

/** It bought and sold, its stop stood and went, and nothing but dust below a step is left. */
function madeRoundTrip({ orders, trades, left, unfound }: Trace): boolean {
  const stood = orders.some((order) => / STOP.* CANCELED$/.test(order));
  return trades >= 2 && stood && Math.abs(Number(left)) < 0.0001 && unfound === 0;
}

function versionOf(python: string, module: string): string | null {
  const ask = `import importlib.metadata as m; print(m.version(${JSON.stringify(module)}))`;
  const answer = spawnSync(python, ['-c', ask], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : null;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
