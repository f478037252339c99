// Judges whether a runner and a backtest traded alike on a tape, and whether the tape allowed it. It imports nothing of
// the product: prints, fill law and roundings are written down here a second time, from product.md 3.6 alone.
//   node judge.ts <tape.csv> <start print> <runner fills.json> <backtest fills.json>
// Ends with 0 when everything agrees; else 1, and one line for each of the first disagreements.
import { readFileSync } from 'node:fs';

interface Trade {
  readonly t: number;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly maker: boolean;
}

const SHOWN = 10;
const CENT = 100n;

/** A decimal text in units of 1e-8. */
function e8(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 100_000_000n + BigInt(`${fraction}00000000`.slice(0, 8));
}

/** Cents of a price with at most two decimals. */
function cents(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * CENT + BigInt(`${fraction}00`.slice(0, 2));
}

/** Prints of the tape in order: open, the extreme nearer to it (a tie: the low), the other extreme, close. */
function printsOf(path: string): bigint[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [open, high, low, close] = line.split(',').slice(1, 5).map(cents) as [bigint, bigint, bigint, bigint];
      return high - open < open - low ? [open, high, low, close] : [open, low, high, close];
    });
}

/** Two hundredths of a percent worse than the print, rounded against whoever takes. */
function takenAt(side: Trade['side'], print: bigint): bigint {
  const slip = 1_000_000n;
  return side === 'buy' ? (print * (slip + 200n) + slip - 1n) / slip : (print * (slip - 200n)) / slip;
}

/** One tenth of a percent of what is received, cut to 1e-8. */
function feeOf(trade: Trade): bigint {
  const received = trade.feeAsset === 'USDT' ? (e8(trade.price) * e8(trade.qty)) / 100_000_000n : e8(trade.qty);
  return received / 1_000n;
}

function lawFault(trade: Trade, prints: readonly bigint[], from: number): { fault: string | null; at: number } {
  const price = cents(trade.price);
  for (let at = from; at < prints.length; at++) {
    const print = prints[at] ?? 0n;
    const beyond = trade.side === 'buy' ? print < price : print > price;
    if (trade.maker ? beyond : takenAt(trade.side, print) === price) return { fault: null, at };
  }
  return { fault: `no print after number ${from} allows ${trade.side} ${trade.qty} at ${trade.price}`, at: from };
}

function tradesOf(path: string): Trade[] {
  const rows = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>[];
  return rows.map((row) => ({
    t: Number(row['t']),
    side: row['side'] as Trade['side'],
    price: String(row['price']),
    qty: String(row['qty']),
    fee: String(row['fee']),
    feeAsset: String(row['fee_coin']),
    maker: Number(row['maker']) === 1,
  }));
}

function same(a: Trade, b: Trade): boolean {
  return (
    a.t === b.t &&
    a.side === b.side &&
    cents(a.price) === cents(b.price) &&
    e8(a.qty) === e8(b.qty) &&
    e8(a.fee) === e8(b.fee) &&
    a.feeAsset === b.feeAsset &&
    a.maker === b.maker
  );
}

function judge(tape: string, startPrint: number, runnerFile: string, backtestFile: string): string[] {
  const prints = printsOf(tape);
  const runner = tradesOf(runnerFile);
  const backtest = tradesOf(backtestFile);
  const faults: string[] = [];
  if (runner.length === 0) faults.push('the runner did not trade at all');
  if (runner.length !== backtest.length)
    faults.push(`the runner traded ${runner.length} times, the backtest ${backtest.length} times`);
  // The print the bot started on is the first that may be taken.
  let from = startPrint - 1;
  let before = 0;
  runner.forEach((trade, index) => {
    const twin = backtest[index];
    if (twin === undefined || !same(trade, twin))
      faults.push(`trade ${index + 1}: runner ${JSON.stringify(trade)}, backtest ${JSON.stringify(twin ?? null)}`);
    if (trade.t < before) faults.push(`trade ${index + 1} is older than the one before it`);
    before = trade.t;
    const { fault, at } = lawFault(trade, prints, from);
    if (fault !== null) faults.push(`trade ${index + 1}: ${fault}`);
    else from = at;
    if (e8(trade.fee) !== feeOf(trade))
      faults.push(`trade ${index + 1}: fee ${trade.fee} of ${trade.qty} at ${trade.price}`);
  });
  return faults;
}

const [tape, startPrint, runnerFile, backtestFile] = process.argv.slice(2);
if (tape === undefined || startPrint === undefined || runnerFile === undefined || backtestFile === undefined) {
  process.stderr.write('usage: judge.ts <tape.csv> <start print> <runner fills.json> <backtest fills.json>\n');
  process.exit(2);
}
const faults = judge(tape, Number(startPrint), runnerFile, backtestFile);
for (const fault of faults.slice(0, SHOWN)) process.stdout.write(`${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);
