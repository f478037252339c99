// A time in words that mean the same to everybody who reads them: 2026-11-21 10:05 UTC.
export function utcMinute(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
