// Each side of a bot that is long and short at once is drawn as a bot of its own: with its own position and prices, and with
// nothing of the other side.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { expect, it } from 'vitest';
import { botLines } from './chart-lines.ts';
import { sideBots } from './side-bots.ts';

const watch = (side: string, average: string) => ({ side, average, adds: 1, max_adds: 3, next_add_price: null });
const bot = {
  ...{ direction: 'dual', phase: 'holding', status: 'running', params: {}, stop_unit: 'percent' },
  can: { add: 1, close: 1 },
  positions: [
    { id: 2, side: 'short' },
    { id: 1, side: 'long' },
  ],
  legs: [
    { side: 'long', phase: 'holding', watch: watch('long', '60010'), ladder: [{ step: 1 }], can_add: 0, margin: null },
    { side: 'short', phase: 'cooldown', watch: watch('short', '59990'), ladder: [], can_add: 1, margin: null },
  ],
} as unknown as BotDetail;

it('gives each side what is its own', () => {
  const sides = sideBots(bot);
  expect(
    sides.map(({ can, direction, phase, position, watch: own }) => [
      direction,
      phase,
      position?.id,
      own?.average,
      can.add,
      can.close,
    ]),
  ).toEqual([
    ['long', 'holding', 1, '60010', 0, 0],
    ['short', 'cooldown', 2, '59990', 1, 0],
  ]);
  expect(sideBots({ ...bot, direction: 'long' })).toEqual([]);
});

it('draws the prices of both', () => {
  expect(botLines(bot, (word) => word).map(({ price }) => price)).toEqual(['60010', '59990']);
});
