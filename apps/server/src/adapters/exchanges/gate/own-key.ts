// Gate's list of an account's keys: of each what it may, and of its name only the beginning, with stars for the rest.
import * as z from 'zod';

const keyRow = z.object({ key: z.string(), perms: z.array(z.object({ name: z.string(), read_only: z.boolean() })) });
/** One key alone comes without a list. */
export const keyRows = z.union([z.array(keyRow), keyRow.transform((one) => [one])]);
export type KeyRow = z.infer<typeof keyRow>;

const STARS = /\*+$/;

/** Undefined = which of several it is cannot be told. */
export function ownKeyIn(all: readonly KeyRow[], apiKey: string): KeyRow | undefined {
  if (all.length === 1) return all[0];
  const whole = all.find(({ key }) => key === apiKey);
  const fitting = all.filter(({ key }) => STARS.test(key) && apiKey.startsWith(key.replace(STARS, '')));
  return whole ?? (fitting.length === 1 ? fitting[0] : undefined);
}
