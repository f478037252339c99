// The conformance suite: every behaviour on every way of trading that our server has, and the table that says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MarketData, TradingVenue } from '../../apps/server/src/ports/venue.ts';
import { behaviours } from './behaviours.ts';
import { conformanceTable, WAYS } from './conformance-table.ts';
import { inPlainFigures } from './plain-figures.ts';
import { ConformanceRig, OKX_TERMS } from './rig.ts';
import { hasPassphrase, type Subject, type Way } from './subject.ts';

const TABLE = join(import.meta.dirname, '../../docs/CONFORMANCE.md');

let rig: ConformanceRig;
const venues = {} as Record<Way, TradingVenue & MarketData>;

/** A minute for each behaviour, so that what may be asked is whole. The wall is a day ahead of the tape. */
let aheadMs = Date.UTC(2024, 7, 6, 6, 0) - Date.now();
const nowMs = () => Date.now() + aheadMs;

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
  venues.house = inPlainFigures(rig.house());
  venues.card = inPlainFigures(rig.card(nowMs).venue);
  venues.binance = inPlainFigures(rig.card(nowMs, undefined, 'binance').venue);
  venues.okx = inPlainFigures(rig.card(nowMs, undefined, 'okx').venue);
  venues.bybit = inPlainFigures(rig.card(nowMs, undefined, 'bybit').venue);
  venues.bitget = inPlainFigures(rig.card(nowMs, undefined, 'bitget').venue);
  venues.gate = inPlainFigures(rig.card(nowMs, undefined, 'gate').venue);
});
afterEach(() => {
  aheadMs += 60_000;
  return rig.faults();
});
afterAll(() => rig.close());

async function subjectOf(way: Way): Promise<Subject> {
  const venue = venues[way];
  const terms = hasPassphrase(way) ? OKX_TERMS : undefined;
  const account = way === 'house' ? await rig.houseAccount(venue) : await rig.keyAccount(terms);
  // The clock may run ahead of the last print, and what happens bears the time of that. OKX tells the wall's.
  const sinceMs = (await venues.house.clock()).marketNowMs - 60_000;
  return {
    ...{ way, venue, account, sinceMs, print: (count) => rig.print(count), toOpen: () => rig.toOpen() },
    faults: (...set) => rig.faults(...set),
    byHand: (order) => rig.byHand(account, order, nowMs()),
  };
}

describe.each(WAYS)('%s', (way) => {
  for (const { market, says, not, run } of behaviours) {
    test.skipIf(not?.[way] !== undefined)(`${market}: ${says}`, async () => run(await subjectOf(way)));
  }
});

test('docs/CONFORMANCE.md is the table of these behaviours', () => {
  const table = conformanceTable();
  if (process.env.CONFORMANCE_WRITE === '1') writeFileSync(TABLE, table);
  expect(readFileSync(TABLE, 'utf8')).toBe(table);
});
