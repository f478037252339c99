// A recording is read by people and kept: of a long list the rows of the markets that were asked for stay, and one of each form that
// none of them has (a field more, an empty figure, a zero).
const LONG = 24;
const KEPT = 8;
const KEPT_CANDLES = 4;

type Row = Readonly<Record<string, unknown>>;

/** `wanted`: the exchange's names of the markets. */
export function shortened(value: unknown, wanted: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((one: unknown) => shortened(one, wanted));
    if (rows.length <= LONG) return rows;
    if (!rows.every(isRow)) return rows.slice(0, KEPT_CANDLES);
    return keptOf(rows, wanted);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one, wanted)]));
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keptOf(rows: readonly Row[], wanted: ReadonlySet<string>): Row[] {
  const forms = new Set<string>();
  const kept = new Set<Row>();
  const words = wordsOf(rows);
  const formOf = (row: Row): string => formBy(words, row);
  const take = (row: Row): void => {
    kept.add(row);
    forms.add(formOf(row));
  };
  for (const row of rows) if (Object.values(row).some((one) => typeof one === 'string' && wanted.has(one))) take(row);
  for (const row of rows) if (kept.size < KEPT && !forms.has(formOf(row))) take(row);
  // As they came: pages have an order.
  return rows.filter((row) => kept.has(row));
}

/** Names of fields that say one of a few words, as states are. */
function wordsOf(rows: readonly Row[]): ReadonlySet<string> {
  const said = new Map<string, Set<unknown>>();
  for (const row of rows)
    for (const [name, one] of Object.entries(row)) said.set(name, (said.get(name) ?? new Set()).add(one));
  return new Set([...said].flatMap(([name, values]) => (values.size <= KEPT ? [name] : [])));
}

function formBy(words: ReadonlySet<string>, row: Row): string {
  return Object.entries(row)
    .map(
      ([name, one]) =>
        `${name}:${typeof one === 'string' ? kindOf(one, words.has(name)) : one === null ? 'null' : typeof one}`,
    )
    .sort()
    .join(' ');
}

function kindOf(text: string, isWord: boolean): string {
  const figure = text.replace('#number:', '');
  if (figure === '') return 'empty';
  if (/^-?[\d.]+$/.test(figure)) return Number(figure) === 0 ? 'zero' : figure.startsWith('-') ? 'below' : 'figure';
  return isWord ? figure : 'text';
}
