// Rows of a file of figures, as exchanges' archives and other people's programs write them. Invariant: where a file names
// its columns, cells are found by those names; only a file without any header is read by position, and then only by the
// caller's order. Files that were joined may repeat their header, or change its order on the way.

export interface Column {
  /** As messages call it. */
  readonly name: string;
  /** Names that mean this column, in lower case without anything but letters and digits. */
  readonly headers: readonly string[];
}

export interface ColumnRows {
  readonly columns: readonly Column[];
  /** How many cells a row without header must have at most; more could mean another order. Infinity when absent. */
  readonly mostWithoutHeader?: number;
  /** `cells` are in the order of `columns`; `line` counts from 1, headers and blank lines included. */
  row(line: number, cells: readonly string[]): void;
  /** A row that cannot be read, or a header that lacks a column: the rows below it are left out until the next header. */
  fault(line: number, detail: string): void;
}

const TIME_TEXT = /^\d{12,16}$/;
/** Times of sixteen digits are microseconds (Binance's files since 2025). */
const MICROSECOND_DIGITS = 16;

/** Names of a column that holds the opening time of a candle or the time of an event. */
export const TIME_HEADERS = [
  ...['time', 'timems', 'timestamp', 'timestampms', 'ts', 'date', 'datetime', 'unix'],
  ...['opentime', 'opentimems', 'starttime', 'starttimems', 'start', 'startat', 't'],
] as const;

export const CANDLE_COLUMNS: readonly Column[] = [
  { name: 'open time', headers: TIME_HEADERS },
  { name: 'open', headers: ['open', 'o', 'openprice'] },
  { name: 'high', headers: ['high', 'h', 'highprice', 'max'] },
  { name: 'low', headers: ['low', 'l', 'lowprice', 'min'] },
  { name: 'close', headers: ['close', 'c', 'closeprice', 'last'] },
];

/** A rate is a fraction. Binance's archives have it third: `calc_time,funding_interval_hours,last_funding_rate`. */
export const FUNDING_COLUMNS: readonly Column[] = [
  {
    name: 'funding time',
    headers: ['fundingtime', 'fundingtimems', 'calctime', 'fundingratetimestamp', ...TIME_HEADERS],
  },
  { name: 'funding rate', headers: ['fundingrate', 'lastfundingrate', 'realizedrate', 'rate'] },
];

/** Of one settlement, in 1e-8: the highest cap at Binance, OKX, Bybit, Bitget and Gate is 4 %; above 5 % it is another figure. */
export const MOST_FUNDING_RATE_E8 = 5_000_000;

/** An epoch time in milliseconds or microseconds as milliseconds; null for anything else. */
export function epochMs(cell: string): number | null {
  if (!TIME_TEXT.test(cell)) return null;
  const value = Number(cell);
  return cell.length === MICROSECOND_DIGITS ? Math.floor(value / 1000) : value;
}

/** Lines may end in CR, the file may begin with a BOM; blank lines are skipped. */
export function forEachColumnRow(text: string, rows: ColumnRows): void {
  const { columns, mostWithoutHeader = Number.POSITIVE_INFINITY } = rows;
  /** Where each column stands: undefined before any header, null below one that lacks a column. */
  let places: readonly number[] | null | undefined;
  let line = 0;
  for (let from = text.charCodeAt(0) === 0xfe_ff ? 1 : 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const content = text.slice(from, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    from = end + 1;
    line++;
    if (content.trim() === '') continue;
    const cells = content.split(',');
    if (isHeader(cells)) {
      places = placesOf(cells, columns);
      if (places !== null) continue;
      rows.fault(line, `no column of the header is the ${missingOf(cells, columns).join(' or the ')}`);
    } else if (places === undefined) {
      if (cells.length < columns.length) rows.fault(line, `${cells.length} columns, at least ${columns.length}`);
      else if (cells.length <= mostWithoutHeader) rows.row(line, cells);
      else rows.fault(line, `${cells.length} columns and no header that names them`);
    } else if (places !== null) {
      const picked = places.map((place) => cells[place]);
      if (picked.some((cell) => cell === undefined))
        rows.fault(line, `${cells.length} columns, fewer than the header names`);
      else rows.row(line, picked as string[]);
    }
  }
}

/** A row of words. A row with a single figure in it is data, however bad. */
function isHeader(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell) => /^\s*["']?[a-z_]/i.test(cell) && !/^\s*(nan|null)\s*$/i.test(cell));
}

function plain(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function placeOf(cells: readonly string[], { headers }: Column): number {
  const names = cells.map(plain);
  return headers.reduce((found, header) => (found >= 0 ? found : names.indexOf(header)), -1);
}

function placesOf(cells: readonly string[], columns: readonly Column[]): readonly number[] | null {
  const places = columns.map((column) => placeOf(cells, column));
  return places.includes(-1) ? null : places;
}

function missingOf(cells: readonly string[], columns: readonly Column[]): string[] {
  return columns.filter((column) => placeOf(cells, column) < 0).map(({ name }) => name);
}
