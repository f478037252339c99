// A day of the platform's calendar, UTC+8, as people read it.
const ZONE_MS = 28_800_000;

export function dayOf(timeMs: number): string {
  return new Date(timeMs + ZONE_MS).toISOString().slice(0, 10);
}
