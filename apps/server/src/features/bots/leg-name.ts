// What the legs of a bot are called where people see them.
import { legName } from '@cormorant/contract/entities/position.ts';

const names = legName.options;
export type LegName = (typeof names)[number];

/** 0 = 'a'. */
export function legOf(leg: number): LegName {
  const name = names[leg];
  if (name === undefined) throw new RangeError(`no bot has a leg ${leg}`);
  return name;
}
