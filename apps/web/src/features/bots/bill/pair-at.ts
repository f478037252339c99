// The legs of one result stand beneath each other in the bill.
import type { BillResult } from './api/bill.ts';

type Paired = Pick<BillResult, 'type' | 'bot_id' | 'pair_id'>;

/** The legs of the result that begins at this row; empty where none begins, or it has no second leg. */
export function pairAt<Result extends Paired>(rows: readonly Result[], at: number): readonly Result[] {
  const row = rows[at];
  const same = (other: Result | undefined) =>
    other !== undefined && other.bot_id === row?.bot_id && other.pair_id === row.pair_id;
  if (row?.type !== 'arbitrage' || same(rows[at - 1])) return [];
  let end = at + 1;
  while (same(rows[end])) end += 1;
  return end - at < 2 ? [] : rows.slice(at, end);
}
