// `npm run backtest-table -- --data <folder> [--write]`: every type of bot over real market data, as one table of
// Markdown; --write puts it into docs/BACKTESTS.md. The same data give the same table.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdown, paramsList, tableRows } from '../commands/backtest/table.ts';
import { STRETCHES } from '../commands/backtest/table-rows.ts';

const PAGE = join(import.meta.dirname, '../docs/BACKTESTS.md');
const BEGIN = '<!-- backtest-table: begin -->';
const END = '<!-- backtest-table: end -->';

function main(): void {
  const options = { data: { type: 'string' }, write: { type: 'boolean', default: false } } as const;
  const { data = process.env['DATA'], write } = parseArgs({ options }).values;
  if (data === undefined || !existsSync(join(data, STRETCHES[0]!.candles))) {
    console.error('npm run backtest-table -- --data FOLDER: the folder with the candle files named in the table');
    process.exitCode = 2;
    return;
  }
  const text = `${paramsList()}\n\n${markdown(tableRows(data))}`;
  if (!write) {
    console.log(text);
    return;
  }
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    `${page.slice(0, page.indexOf(BEGIN))}${BEGIN}\n${text}\n${END}${page.slice(page.indexOf(END) + END.length)}`,
  );
}

main();
