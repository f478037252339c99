// A deed of an operator becomes a row of the log, in the transaction of the deed itself: nothing is done unseen.
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';

export async function note(
  work: Pick<OperatorWork, 'note'>,
  { by, reason, nowMs }: Doing,
  action: string,
  subject: string,
  change: { readonly before?: unknown; readonly after?: unknown } = {},
): Promise<void> {
  await work.note({ operator: by, action, subject, reason, ...change }, nowMs);
}
