// Our words about chain 56 are viem's own.
import { bsc as told } from 'viem/chains';
import { expect, it } from 'vitest';
import { bsc } from './bnb-chain.ts';

/** All but the function that would add to it. */
const words = (chain: object) => Object.fromEntries(Object.entries(chain).filter(([name]) => name !== 'extend'));

it('is told as viem tells it', () => {
  expect(words(bsc)).toEqual(words(told));
});
