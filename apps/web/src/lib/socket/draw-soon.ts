// What pushes bring to the screen is drawn together, at most once a second: the work grows with seconds, not with bots
// times pushes.
import { notifyManager } from '@tanstack/react-query';
import { createBeat } from './beat.ts';

export const drawEveryMs = 1_000;
/** Long enough for all frames of one second of the server, too short to be seen. */
const gatherMs = 60;

const waiting = new Map<unknown, () => void>();

const beat = createBeat(
  () => {
    const draws = [...waiting.values()];
    waiting.clear();
    // Changes of the cache and of components reach React in one go, as one rendering.
    notifyManager.batch(() => {
      for (const draw of draws) draw();
    });
  },
  { soonMs: gatherMs, everyMs: drawEveryMs },
);

/** Draws with the next batch; a later one of the same key takes its place. */
export function drawSoon(key: unknown, draw: () => void): void {
  waiting.set(key, draw);
  beat();
}

/** Whoever is gone from the screen draws no more. */
export function drawNoMore(key: unknown): void {
  waiting.delete(key);
}
