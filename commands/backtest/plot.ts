// Draws a curve in braille dots (two by four per character), with its highest, lowest, first and last figure beside it.

const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;
const BLANK = 0x2800;

export interface PlotSize {
  readonly columns: number;
  readonly rows: number;
}

/** Lines of text, top first. `label` writes the figure at the axis. */
export function plotCurve(values: readonly number[], size: PlotSize, label: (value: number) => string): string[] {
  if (values.length === 0) return [];
  const high = Math.max(...values);
  const low = Math.min(...values);
  const dotColumns = size.columns * 2;
  const dotRows = size.rows * 4;
  const cells = Array.from({ length: size.rows }, () => new Array<number>(size.columns).fill(0));
  const rowOf = (value: number) =>
    high === low ? dotRows >> 1 : Math.round(((high - value) / (high - low)) * (dotRows - 1));
  let before = rowOf(values[0]!);
  for (let column = 0; column < dotColumns; column++) {
    const at = Math.round((column / Math.max(1, dotColumns - 1)) * (values.length - 1));
    const row = rowOf(values[at]!);
    // Fill the way from the dot before, so that a jump stays a line.
    for (let dot = Math.min(before, row); dot <= Math.max(before, row); dot++) {
      cells[dot >> 2]![column >> 1]! |= DOTS[dot & 3]![column & 1]!;
    }
    before = row;
  }
  const width = Math.max(label(high).length, label(low).length);
  return cells.map((line, row) => {
    const figure = row === 0 ? label(high) : row === size.rows - 1 ? label(low) : '';
    return `${figure.padStart(width)} ┤${line.map((bits) => String.fromCharCode(BLANK + bits)).join('')}`;
  });
}
