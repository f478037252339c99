// What the page asked for before the app ran (public/before-paint.js): each answer is taken once, by the first call that
// would ask the same for the same person.
interface EarlyAnswers {
  readonly token: string;
  readonly lang: string;
  /** By performance.now(). */
  readonly at: number;
  readonly answers: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** As long as a call waits: an answer that nobody has taken by then tells of another moment. */
export const takenWithinMs = 15_000;

/** Null when it was not asked, was taken, was asked for somebody else or too long ago, or has failed. */
export async function takeEarly(address: string, token: string, lang: string): Promise<Response | null> {
  const early = window.earlyAnswers;
  const answer = early?.answers.get(address);
  if (early === undefined || answer === undefined) return null;
  early.answers.delete(address);
  const fits = early.token === token && early.lang === lang && performance.now() - early.at < takenWithinMs;
  return fits ? answer.catch(() => null) : null;
}
