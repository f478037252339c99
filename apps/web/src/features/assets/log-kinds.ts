// Which kinds the log of an account has, and months as its headings write them.

import type { Data } from '../../lib/api/client.ts';
import type { Language } from '../../lib/stores/theme.ts';

export type AccountLog = Data<'userAccountLogs'>['list'][number];
export type LogName = AccountLog['account'];
export type LogType = AccountLog['type'];

export const logNames: readonly LogName[] = ['balance', 'fuel', 'points'];

/** The charge that a row is part of, when its payer looks at it: a share of it opens nothing to who receives it. */
export function chargeOf({ ref_id, ref_type, type }: AccountLog): string | null {
  return ref_type === 'charge' && type !== 'share' ? ref_id : null;
}

export interface Month {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly AccountLog[];
}

function titleOf(month: Date, language: Language, withYear: boolean): string {
  const year = month.getFullYear();
  if (language === 'zh') return `${withYear ? `${year}年` : ''}${month.getMonth() + 1}月`;
  return month.toLocaleDateString('en', { month: 'long', ...(withYear && { year: 'numeric' }) });
}

/** Rows of the same month together, in their order; another year is named. */
export function monthsOf(rows: readonly AccountLog[], language: Language, nowMs: number): Month[] {
  const keyOf = (at: number) => `${new Date(at).getFullYear()}-${new Date(at).getMonth()}`;
  const groups = Map.groupBy(rows, ({ created_at }) => keyOf(created_at));
  const thisYear = new Date(nowMs).getFullYear();
  return [...groups].map(([key, own]) => {
    const first = new Date(own[0]?.created_at ?? nowMs);
    return { key, title: titleOf(first, language, first.getFullYear() !== thisYear), rows: own };
  });
}
