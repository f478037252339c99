// What a way of trading has to do, a behaviour a row: the table of docs/CONFORMANCE.md is made of these sentences. Each runs
// with an account of its own.
import { futuresBehaviours } from './futures-behaviours.ts';
import { limitBehaviours } from './limit-behaviours.ts';
import { spotBehaviours } from './spot-behaviours.ts';
import type { Behaviour } from './subject.ts';

export const behaviours: readonly Behaviour[] = [...spotBehaviours, ...futuresBehaviours, ...limitBehaviours];
