// Figures that an exchange may leave out: an empty text is no zero. Who cannot do without one has a broken answer.

import { trimmed } from './exact-json.ts';
import { ExchangeUnreadable } from './unreadable.ts';

type Told = string | null | undefined;

/** Null where it is not told. */
export function toldOrNull(told: Told): string | null {
  return told === null || told === undefined || told === '' ? null : trimmed(told);
}

/** Throws ExchangeUnreadable where it is not told. `what`: as the exchange calls it. */
export function needed(told: Told, what: string): string {
  const figure = toldOrNull(told);
  if (figure === null) throw new ExchangeUnreadable(`${what}: not told`, null);
  return figure;
}

/** Of an amount that is only told where there is one: a rule, a bound, what stands behind something. */
export function noneUnlessTold(told: Told): string {
  return toldOrNull(told) ?? '0';
}
