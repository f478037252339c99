// The rows of a `steps` field out of its JSON text; what does not read as rows counts as none.
export type StepRow = Readonly<Record<string, string>>;

export function readRows(text: string): readonly StepRow[] {
  if (text === '') return [];
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) ? rows.map(rowOf) : [];
  } catch {
    return [];
  }
}

function rowOf(row: unknown): StepRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return {};
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? '' : String(value)]));
}
