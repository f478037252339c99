// Answers that a push has made old are asked for again: soon, but each question at most once in five seconds, whoever asked
// it last. The server's limit of reads belongs to what the person does.
import type { QueryClient } from '@tanstack/react-query';
import type { QueryKey } from '../queries.ts';

export const askEveryMs = 5_000;
/** Hints come in bursts; one question answers them all. */
export const gatherMs = 1_000;

/** Of a call, or of a call about one thing. */
type Question = readonly [call: QueryKey[0], about?: unknown];

/** Answers how to say that a question's answer is old. */
export function createAskAgain(client: QueryClient): (question: Question) => void {
  const askedAt = new Map<string, number>();
  const wanted = new Map<string, { readonly question: Question; readonly dueAt: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    const now = performance.now();
    for (const length of [1, 2]) askedAt.set(JSON.stringify(event.query.queryKey.slice(0, length)), now);
  });

  function plan(): void {
    clearTimeout(timer);
    if (wanted.size === 0) return;
    const next = Math.min(...[...wanted.values()].map(({ dueAt }) => dueAt));
    timer = setTimeout(askDue, Math.max(0, next - performance.now()));
  }

  function askDue(): void {
    const now = performance.now();
    for (const [name, at] of askedAt) if (now - at > askEveryMs) askedAt.delete(name);
    for (const [name, { dueAt, question }] of wanted) {
      if (dueAt > now) continue;
      // Somebody else may have asked while this waited.
      const askedLast = askedAt.get(name) ?? Number.NEGATIVE_INFINITY;
      if (askedLast + askEveryMs > now) {
        wanted.set(name, { question, dueAt: askedLast + askEveryMs });
        continue;
      }
      wanted.delete(name);
      askedAt.set(name, now);
      void client.invalidateQueries({ queryKey: question });
    }
    plan();
  }

  return (question) => {
    const name = JSON.stringify(question);
    if (wanted.has(name)) return;
    const now = performance.now();
    const free = (askedAt.get(name) ?? Number.NEGATIVE_INFINITY) + askEveryMs;
    wanted.set(name, { question, dueAt: Math.max(now + gatherMs, free) });
    plan();
  };
}
