// `npm run backtest` as a user meets it: one JSON object that adds up, a readable table, and clear words with exit code
// 2 for whatever is wrong with the input.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backtestCommand } from '../../commands/backtest/command.ts';

let folder = '';
let candles = '';

function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, gzipSync(['open_time_ms,open,high,low,close,volume', ...lines].join('\n')));
  return path;
}

/** A price swinging between 90 and 110 in steps of one. */
function swing(rows: number): string[] {
  return Array.from({ length: rows }, (_, row) => {
    const at = (step: number) => 100 + 10 * Math.sin(step / 9);
    const [open, close] = [at(row), at(row + 1)];
    const prices = [open, Math.max(open, close) + 0.3, Math.min(open, close) - 0.3, close].map((price) =>
      price.toFixed(2),
    );
    return [1_700_000_000_000 - 20_000 + row * 60_000, ...prices, '12.345'].join(',');
  });
}

function run(...args: string[]) {
  const [out, complaints]: [string[], string[]] = [[], []];
  const status = backtestCommand(
    args,
    (text) => out.push(text),
    (text) => complaints.push(text),
  );
  return { status, stdout: out.join('\n'), stderr: complaints.join('\n') };
}

/** As `npm run backtest` starts it. */
function runProgram(...args: string[]) {
  const program = join(import.meta.dirname, '../../commands/backtest.ts');
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}

const good = '{"lower":"88","upper":"112","grid_levels":24,"investment":"1000"}';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cormorant-backtest-'));
  candles = file('binance-spot-ABCUSDT-1m.csv.gz', swing(400));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run backtest', () => {
  it('prints one JSON object whose figures follow from its trades', () => {
    const { status, stdout } = runProgram(
      '--candles',
      candles,
      '--market',
      'spot',
      '--type',
      'grid',
      '--params',
      good,
      '--json',
    );
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ law: 'candle', funding: '0', status: 'running', investment: '1000' });
    expect(report.trades).toHaveLength(report.fills);
    expect(report.trades[0]).toMatchObject({ seq: 1, side: 'buy', purpose: 'entry', fee_coin: 'ABC', maker: 0 });
    let [cash, coin] = [1000, 0];
    for (const { side, price, qty, fee, fee_coin } of report.trades) {
      const sign = side === 'buy' ? 1 : -1;
      cash -= sign * price * qty + (fee_coin === 'USDT' ? Number(fee) : 0);
      coin += sign * qty - (fee_coin === 'ABC' ? Number(fee) : 0);
    }
    expect(Number(report.quote)).toBeCloseTo(cash, 6);
    expect(Number(report.base)).toBeCloseTo(coin, 6);
    expect(Number(report.equity)).toBeCloseTo(cash + coin * report.last, 6);
    expect(1000 + Number(report.realized) + Number(report.unrealized)).toBeCloseTo(Number(report.equity), 8);
    expect(report.rounds).toBeGreaterThan(20);
  });

  it('plays a martingale of two sides, and its figures follow from the trades of both', () => {
    const params =
      '{"direction":"dual","leverage":"3","first_amount":"50","max_positions":"4","add_drop":"5","stop_loss":"25"}';
    const asked = ['--candles', candles, '--market', 'futures', '--type', 'martin', '--investment', '2000'];
    const { status, stdout } = run(...asked, '--params', params, '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      status: 'running',
      investment: '2000',
      legs: [{ side: 'long' }, { side: 'short' }],
    });
    let cash = 2000;
    const coin: Record<string, number> = { long: 0, short: 0 };
    for (const { leg, side, price, qty, fee } of report.trades) {
      const sign = side === 'buy' ? 1 : -1;
      cash -= sign * price * qty + Number(fee);
      coin[leg] = (coin[leg] ?? 0) + sign * qty;
    }
    for (const { side, base } of report.legs) expect(Number(base)).toBeCloseTo(coin[side] ?? Number.NaN, 6);
    const last = (Number(report.equity) - cash) / ((coin['long'] ?? 0) + (coin['short'] ?? 0));
    expect(last).toBeGreaterThan(85);
    expect(last).toBeLessThan(115);
    expect(2000 + Number(report.realized) + Number(report.unrealized)).toBeCloseTo(Number(report.equity), 8);
    expect(report.legs.every(({ rounds }: { rounds: number }) => rounds > 3)).toBe(true);
  });

  it('has a market take orders as far away as it is told, and the lines of a grid come with the price', () => {
    const plain = ['--candles', candles, '--params', good, '--json'];
    const told = (...band: string[]) => JSON.parse(run(...plain, ...band).stdout);
    const free = JSON.parse(run(...plain).stdout);
    // The range goes 12 % to either side: its ends are out of these bands at the start, and are there when they are reached.
    expect(told('--buy-band', '0.9,1.02', '--sell-band', '0.98,1.1')).toEqual(free);
    expect(told('--buy-band', ',1.01', '--sell-band', '0.99,')).toEqual(free);
    // Where the market takes an order at its own price only, most lines are never there in time.
    expect(told('--buy-band', '0.9999,').fills).toBeLessThan(free.fills);
  });

  it('prints a table with an equity plot, and starts where --start-print says', () => {
    const { status, stdout } = run('--candles', candles, '--params', good, '--start-print', '42');
    expect(status).toBe(0);
    expect(stdout).toMatch(/ABC\/USDT .* 400 candles, 0 missing/);
    expect(stdout).toMatch(/realised +\d/);
    expect(stdout).toMatch(/[\u2801-\u28ff]/);
    const { trades } = JSON.parse(run('--candles', candles, '--params', good, '--start-print', '42', '--json').stdout);
    expect(trades[0]).toMatchObject({ seq: 42, t: 1_699_999_980_000 + 10 * 60_000 + 15_000 });
  });

  it.each([
    ['no file named', [], /--candles FILE is missing/],
    ['an unknown option', ['--candels', 'x'], /candels/],
    ['a file that is not there', ['--candles', '/nowhere/x.csv'], /ENOENT/],
    ['another market', ['--candles', 'x', '--market', 'options'], /--market options: spot or futures/],
    ['another type', ['--candles', 'x', '--type', 'magic'], /--type magic: .*grid.* can be backtested/],
    ['funding of a spot pair', ['--candles', 'x', '--funding', 'y'], /--funding belongs to --market futures/],
    ['fees in coin on a contract', ['--candles', 'x', '--market', 'futures', '--fee-asset', 'received'], /in quote/],
    ['params that are no JSON', ['--candles', 'x', '--params', '{'], /not JSON/],
    ['a band of one figure', ['--candles', 'x', '--buy-band', '0.9'], /--buy-band 0\.9: a multiple below 1, a comma/],
    ['a band above the price', ['--candles', 'x', '--sell-band', '1.1,'], /--sell-band 1\.1,: a multiple below 1/],
    ['a band below the price', ['--candles', 'x', '--sell-band', ',0.9'], /--sell-band ,0\.9: .* one above 1/],
    ['an empty band', ['--candles', 'x', '--buy-band', ''], /--buy-band : a multiple below 1/],
    ['an impossible fee', ['--candles', 'x', '--fee', '1.5'], /--fee 1\.5: a fraction/],
  ])('refuses %s with exit code 2', (_what, args, message) => {
    const { status, stderr } = run(...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  it.each([
    ['{"lower":"88","upper":"112","colour":"red"}', /unknown colour; known are investment, .*lower/],
    ['{"lower":"88"}', /upper is missing/],
    ['{"lower":"88","upper":"88.5"}', /upper is out of range: at least 100\.00/],
    ['{"lower":"88","upper":"112","grid_levels":500}', /grid_levels is out of range: at least 2, at most 200/],
    ['{"lower":"88","upper":"112","stop_loss":"95"}', /stop_loss is out of range: at least 0\.01, at most 87\.99/],
    ['{"lower":"88","upper":"112","investment":"20"}', /investment is out of range: at least \d+/],
    ['{"lower":"88","upper":"112","investment":"-20"}', /investment is out of range/],
    ['{"lower":"88","upper":"112","investment":"abc"}', /investment: not a plain decimal number/],
    ['{"lower":["88"],"upper":"112"}', /lower is not a number/],
  ])('refuses the params %s, naming the field and its range', (params, message) => {
    const { status, stderr } = run('--candles', candles, '--params', params);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  it('trades a perpetual with leverage, funding and mark prices, and says who was liquidated', () => {
    const hours = [0, 1, 2, 3, 4, 5, 6].map((hour) => 1_699_999_980_000 + hour * 3_600_000);
    const plain = (name: string, header: string, lines: readonly string[]) => {
      const path = join(folder, name);
      writeFileSync(path, [header, ...lines].join('\n'));
      return path;
    };
    const rates = hours.map((at) => `${at},0.0001`);
    const funding = plain('funding.csv', 'funding_time_ms,funding_rate', rates);
    const marks = hours.map((at, hour) => `${at},${hour < 4 ? '100,101.123456,99,100' : '60,61,59,60'}`);
    const mark = plain('mark.csv', 'open_time_ms,open,high,low,close', marks);
    const params = '{"lower":"88","upper":"112","grid_levels":12,"leverage":"5","direction":"long"}';
    const futures = ['--candles', candles, '--market', 'futures', '--params', params, '--json'];
    const paid = JSON.parse(run(...futures, '--funding', funding).stdout);
    expect(paid).toMatchObject({ leverage: 5, liquidations: [], status: 'running' });
    expect(Number(paid.funding)).toBeLessThan(0);
    const sum = ['investment', 'realized', 'unrealized', 'pending_funding'].reduce((all, key) => all + +paid[key], 0);
    expect(sum).toBeCloseTo(Number(paid.equity), 8);
    const lost = JSON.parse(run(...futures, '--mark', mark).stdout);
    expect(lost).toMatchObject({ status: 'stopped', stop_reason: 'liquidated', base: '0' });
    expect(lost.liquidations).toEqual([expect.objectContaining({ side: 'sell', mark: '60.00' })]);
    expect(Number(lost.equity)).toBeGreaterThanOrEqual(0);
    const bad = run(
      ...futures,
      '--mark',
      plain('bad.csv', 'time,open,high,low,close', [`${hours[1]},1,1,1,1`, `${hours[0]},1,1,1,1`]),
    );
    expect(bad.stderr).toMatch(/--mark line 3: its time does not come after/);
    expect(bad.status).toBe(2);
  });

  it('never takes an isolated position below nothing without a word', () => {
    const hours = [1, 2, 3, 4, 5, 6].map((hour) => `${1_699_999_980_000 + hour * 3_600_000},0.05`);
    const funding = join(folder, 'wild.csv');
    writeFileSync(funding, ['funding_time_ms,funding_rate', ...hours].join('\n'));
    const calm = Array.from({ length: 400 }, (_, row) =>
      [
        1_699_999_980_000 + row * 60_000,
        ...(row % 2 === 0 ? ['100', '101', '100', '101'] : ['101', '101', '100', '100']),
        '9',
      ].join(','),
    );
    const tape = file('binance-usdm-CALMUSDT-1m.csv.gz', calm);
    // Where the bot stands when a settlement takes more than it has left differs by its range.
    for (const [lower, upper, levels] of [
      ['97', '106', 9],
      ['99', '111', 12],
      ['95', '110', 12],
    ]) {
      const params = JSON.stringify({ lower, upper, grid_levels: levels, leverage: '10', direction: 'long' });
      const futures = ['--candles', tape, '--market', 'futures', '--params', params, '--json'];
      const report = JSON.parse(run(...futures, '--funding', funding).stdout);
      expect(report).toMatchObject({ status: 'stopped', stop_reason: 'liquidated', base: '0' });
      expect(report.liquidations).not.toEqual([]);
      expect(Number(report.equity)).toBeGreaterThanOrEqual(0);
    }
  });

  it('wants a file for each market of an arbitrage, and plays each leg on its own', () => {
    const rows = swing(400);
    const dearer = rows.map((row) => {
      const [time, ...cells] = row.split(',');
      return [time, ...cells.slice(0, 4).map((price) => (Number(price) * 1.004).toFixed(2)), '9'].join(',');
    });
    const perpetual = file('binance-usdm-ABCUSDT-1m.csv.gz', dearer);
    const later = dearer.map((row) => row.replace(/^\d+/, (time) => String(Number(time) + 1e11)));
    const asked = ['--candles', perpetual, '--market', 'futures', '--type', 'arbitrage'];
    const wish = ['--params', '{"kind":"funding","investment":"1000"}'];
    expect(run(...asked, ...wish).stderr).toMatch(
      /--candles-b FILE is missing: this bot trades spot ABC\/USDT as well/,
    );
    const told = (...more: string[]) => run(...asked, ...wish, ...more).stderr;
    expect(told('--candles-b', perpetual)).toMatch(/--candles-b binance-usdm.*: by its name it is not spot ABC\/USDT/);
    expect(told('--candles-b', file('late.csv.gz', later))).toMatch(/share no candle/);
    expect(told('--candles-b', candles, '--candles-c', candles)).toMatch(/--candles-c: this bot has no market more/);
    const rates = Array.from({ length: 13 }, (_, at) => `${1_699_999_980_000 + (at - 12) * 8 * 3_600_000},0.003`);
    const funding = join(folder, 'rates.csv');
    writeFileSync(
      funding,
      ['funding_time_ms,funding_rate', ...rates, `${1_699_999_980_000 + 3_600_000},0.003`].join('\n'),
    );
    const { stdout, status } = run(...asked, ...wish, '--candles-b', candles, '--funding', funding, '--json');
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.legs.map(({ side }: { side: string }) => side)).toEqual(['spot ABC/USDT', 'futures ABC/USDT']);
    expect(report.fills).toBeGreaterThan(1);
    for (const { leg, price, t } of report.trades) {
      const tape = leg.startsWith('spot') ? rows : dearer;
      const [, , high, low] = tape[Math.floor((t - 1_699_999_980_000) / 60_000)]!.split(',').map(Number);
      expect(Number(price)).toBeGreaterThanOrEqual(low! * 0.999);
      expect(Number(price)).toBeLessThanOrEqual(high! * 1.001);
    }
    expect(Number(report.equity)).toBeGreaterThan(900);
    expect(Number(report.equity)).toBeLessThan(1100);
  });

  it('trades a coin worth next to nothing, in orders as large as its price asks for', () => {
    const rows = swing(400).map((row) => {
      const [time, ...cells] = row.split(',');
      return [time, ...cells.slice(0, 4).map((price) => (Number(price) * 1e-7).toFixed(8)), '1000000.5'].join(',');
    });
    const params = '{"lower":"0.00000880","upper":"0.00001120","grid_levels":12}';
    const tape = file('binance-spot-PEPEUSDT-1m.csv.gz', rows);
    for (const investment of ['2000', '1000000']) {
      const { status, stdout, stderr } = run(
        '--candles',
        tape,
        '--params',
        params,
        '--investment',
        investment,
        '--json',
      );
      expect(stderr).toBe('');
      expect(status).toBe(0);
      const report = JSON.parse(stdout);
      expect(report.fills).toBeGreaterThan(10);
      expect(report.trades[0]).toMatchObject({ side: 'buy', purpose: 'entry' });
    }
  });

  it('refuses an impossible candle file with its line numbers', () => {
    const rows = swing(6);
    rows[2] = rows[2]!.replace(/,[\d.]+,/, ',NaN,');
    rows[4] = rows[1]!;
    const { status, stderr } = runProgram('--candles', file('bad.csv.gz', rows), '--params', good);
    expect(stderr).toMatch(/line 4: number/);
    expect(stderr).toMatch(/line 6: disorder/);
    expect(status).toBe(2);
  });
});
