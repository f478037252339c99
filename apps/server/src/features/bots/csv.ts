// Rows of a CSV file (RFC 4180). Figures are written as they are; a text that a spreadsheet would take for a formula is
// led by an apostrophe, because names of bots are typed by people.

/** A figure, written untouched, or a text. */
export type Cell = { readonly figure: string } | string | null;

/** Spreadsheets read UTF-8 when it begins with this. */
export const byteOrderMark = '\uFEFF';

const figure = /^-?\d+(\.\d+)?$/;
const formula = /^[\s]*[=+\-@\t\r]/;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') {
    if (!figure.test(cell.figure)) throw new Error(`no figure: ${cell.figure.slice(0, 40)}`);
    return cell.figure;
  }
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

/** `2026-11-21T08:15:00.123+08:00`: the platform's days are UTC+8 days. */
export function timeCell(marketMs: number): string {
  return new Date(marketMs + 28_800_000).toISOString().replace('Z', '+08:00');
}
