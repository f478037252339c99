// A stream that has fallen silent and answers pings on, by the times that the product has in earnest: each wire notices it within
// ten seconds and hears again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WATCH } from '../../apps/server/src/adapters/exchanges/streams/market-stream.ts';
import type { VenueEvent, VenueStream } from '../../apps/server/src/ports/venue.ts';
import { stretchedMs } from '../../tools/test-yardstick.ts';
import { ConformanceRig, OKX_TERMS, PERP, SPOT } from './rig.ts';
import { hasPassphrase } from './subject.ts';

/** Ten seconds. */
const LOOKS = 5;
const LOOK_MS = 2_000;
const PRINT_EVERY_MS = 250;

let rig: ConformanceRig;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  rig = await ConformanceRig.open();
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await rig.close();
});

interface Listener {
  readonly name: string;
  readonly events: { readonly type: VenueEvent['type']; readonly atMs: number }[];
}

async function listen(
  name: string,
  stream: VenueStream,
  close: () => Promise<void>,
  account: string,
): Promise<Listener> {
  closing.push(close);
  const events: Listener['events'] = [];
  stream.start(({ type }) => events.push({ type, atMs: performance.now() }), { paced: false });
  stream.attend({ symbols: new Set([SPOT, PERP]), accounts: new Set([account]) });
  return { name, events };
}

/** What the promised time comes to on this machine just now: the pauses and the readings of five looks, one after the other. */
async function fiveLooks(read: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  for (let look = 0; look < LOOKS; look++) {
    await stretchedMs(LOOK_MS);
    await read();
  }
  return performance.now() - startMs;
}

test('D1: a silent stream is noticed within ten seconds on each wire, and tells again', {
  timeout: 60_000,
}, async () => {
  const house = rig.houseStream();
  const readings: (() => Promise<unknown>)[] = [];
  const listeners = [await listen('house', house, () => house.stop(), 'nobody')];
  for (const code of ['binance', 'okx', 'bybit', 'bitget', 'gate'] as const) {
    const { stream, close, venue } = rig.exchange(Date.now, undefined, code, WATCH);
    readings.push(() => venue.candles(SPOT, '1m', 1));
    const account = await rig.keyAccount(hasPassphrase(code) ? OKX_TERMS : undefined);
    listeners.push(await listen(code, stream, close, account));
  }
  const heard = ({ events }: Listener, type: VenueEvent['type'], sinceMs: number) =>
    events.find((event) => event.type === type && event.atMs > sinceMs);
  const printing = setInterval(() => void rig.print(), PRINT_EVERY_MS);
  try {
    const every = (type: VenueEvent['type'], sinceMs = 0) =>
      expect
        .poll(() => listeners.filter((one) => heard(one, type, sinceMs) === undefined).map(({ name }) => name), {
          timeout: 20_000,
        })
        .toEqual([]);
    await every('print');
    // Told of a print first, and passed over: the listener of the test itself, which makes the prints.
    const scope = { events: ['print'], symbols: [SPOT] };
    await rig.faults({ fault: 'silent_stream', ...scope, skip: 1, times: listeners.length });
    const silentAtMs = performance.now();
    const promised = Promise.all(readings.map(fiveLooks));
    await every('down', silentAtMs);
    const withinMs = Math.max(...(await promised));
    for (const one of listeners)
      expect((heard(one, 'down', silentAtMs)?.atMs ?? 0) - silentAtMs, one.name).toBeLessThan(withinMs);
    await every('print', performance.now());
  } finally {
    clearInterval(printing);
  }
});
