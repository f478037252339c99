// Runs inside OpenTrader's own folder (tsx driver.ts <folder> <tape.json>): its gridBot template through its Backtesting
// over the tape, timed by itself, answering one JSON line. Only its public classes are used; nothing is copied.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Tape {
  readonly lines: readonly number[];
  readonly prices: readonly number[];
  readonly intervalMs: number;
}

interface BacktestingClass {
  new (options: { botConfig: unknown; botTemplate: unknown }): { run(candles: unknown[]): Promise<unknown> };
}

async function load(folder: string, name: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(join(folder, 'node_modules/@opentrader', name, 'src/index.ts')).href);
}

async function main(folder: string, tapePath: string): Promise<void> {
  const { logger } = (await load(folder, 'logger')) as { logger: { level: string } };
  logger.level = 'silent';
  const { Backtesting } = (await load(folder, 'backtesting')) as unknown as { Backtesting: BacktestingClass };
  const { gridBot } = await load(folder, 'bot-templates');
  const tape = JSON.parse(readFileSync(tapePath, 'utf8')) as Tape;
  const candles = tape.prices.map((price, row) => ({
    open: price,
    high: price,
    low: price,
    close: price,
    timestamp: row * tape.intervalMs,
  }));
  const settings = { gridLines: tape.lines.map((price) => ({ price, quantity: 1 })) };
  const botConfig = { id: 1, symbol: 'BTC/USDT', settings, exchangeAccounts: [] };
  const backtesting = new Backtesting({ botConfig, botTemplate: gridBot });
  const start = process.hrtime.bigint();
  const report = String(await backtesting.run(candles));
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const sells = report.split('\n').filter((line) => line.includes('│ SELL')).length;
  console.log(JSON.stringify({ seconds, sells }));
}

await main(process.argv[2]!, process.argv[3]!);
