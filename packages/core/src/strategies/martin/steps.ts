// The adds one by one (`steps`): a JSON array with a row for each add, each figure a decimal string. A figure that is
// left out follows the rule; `multiple` counts in first orders, as the per-order multiples of the Chinese apps do.
import { parseScaled } from '../../money/decimal-text.ts';
import { MoneyError } from '../../money/safe-integer.ts';
import type { Ppm } from '../../money/units.ts';
import { enteredText } from '../../strategy/entered-text.ts';
import type { FieldIssue } from '../../strategy/field.ts';

export interface Step {
  readonly dropPpm?: Ppm;
  readonly multiplePpm?: Ppm;
  readonly callbackPpm?: Ppm;
}

const columns = [
  { key: 'drop', into: 'dropPpm', decimals: 4, min: '0.3', max: '30' },
  { key: 'multiple', into: 'multiplePpm', decimals: 6, min: '0.1', max: '100000' },
  { key: 'callback', into: 'callbackPpm', decimals: 4, min: '0', max: '5' },
] as const;

/** Empty when none were entered. At most one row for each add. */
export function readSteps(given: unknown, maxOrders: number, issues: FieldIssue[]): Step[] {
  if (given === undefined || given === null || given === '') return [];
  const rows = typeof given === 'string' ? parseJson(given) : given;
  if (!Array.isArray(rows)) {
    issues.push({ field: 'steps', rule: 'format' });
    return [];
  }
  const most = Math.max(0, maxOrders - 1);
  if (rows.length > most) {
    issues.push({ field: 'steps', rule: 'range', min: '0', max: String(most) });
    return [];
  }
  return rows.map((row: unknown, index) => readRow(row, index, issues));
}

function readRow(row: unknown, index: number, issues: FieldIssue[]): Step {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    issues.push({ field: 'steps', rule: 'format', at: `[${index}]` });
    return {};
  }
  const stranger = Object.keys(row).find((key) => !columns.some((column) => column.key === key));
  if (stranger !== undefined) {
    const options = columns.map(({ key }) => key);
    issues.push({ field: 'steps', rule: 'option', at: `[${index}]`, options });
    return {};
  }
  const step: { -readonly [Key in keyof Step]: Step[Key] } = {};
  for (const { key, into, decimals, min, max } of columns) {
    const text = enteredText((row as Record<string, unknown>)[key]);
    if (text === null) continue;
    const issue = { field: 'steps', at: `[${index}].${key}`, min, max };
    try {
      const scaled = parseScaled(text, decimals);
      if (scaled < parseScaled(min, decimals) || scaled > parseScaled(max, decimals)) {
        issues.push({ ...issue, rule: 'range' });
      } else {
        step[into] = scaled;
      }
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      issues.push({ ...issue, rule: error.problem === 'range' ? 'range' : 'format' });
    }
  }
  return step;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
