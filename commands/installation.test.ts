// A data folder serves one market and one process: the rules that keep one market's trades out of another's.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseDataDir, claimDataDir, readMarket } from './installation.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cormorant-installation-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('resolves replay files from the caller and keeps folders out of the identity', () => {
  writeFileSync(join(folder, 'BTC.csv.gz'), '');
  const market = readMarket('replay:./BTC.csv.gz@600', folder);
  expect(market).toEqual({
    full: `replay:${join(folder, 'BTC.csv.gz')}@600`,
    identity: 'replay:BTC.csv.gz@600',
    slug: 'replay-btc-600',
  });
  expect(chooseDataDir(folder, undefined, market, folder)).toBe(join(folder, '.data', 'replay-btc-600'));
  expect(chooseDataDir(folder, 'mine', market, folder)).toBe(join(folder, 'mine'));
});

it('knows a market by one name only, and says what is wrong with a bad one', () => {
  expect(readMarket('generated', folder).identity).toBe('generated:1');
  expect(() => readMarket('replay:', folder)).toThrow(/MARKET: replay names no file/);
});

it('refuses a candle file that is not there, by name', () => {
  expect(() => readMarket('replay:gone.csv@10', folder)).toThrow(join(folder, 'gone.csv'));
});

it('refuses a folder of another market and a folder in use, and takes over one whose user died', () => {
  const one = readMarket('generated:1', folder);
  const two = readMarket('generated:2', folder);
  const claim = claimDataDir(folder, one);
  expect(() => claimDataDir(folder, two)).toThrow(/belongs to the market generated:1, not to generated:2/);
  expect(() => claimDataDir(folder, one)).toThrow(new RegExp(`Process ${process.pid} already runs`));
  claim.release();
  writeFileSync(join(folder, 'running'), '999999999 1\n');
  claimDataDir(folder, one).release();
});
