// What an exchange's stream says goes to whom it concerns: the line of one account is that account's matter alone.
import { expect, test } from 'vitest';
import type { AccountDoor } from './account-door.ts';
import type { ActorHall } from './actor-hall.ts';
import { createFeed } from './exchange-feed.ts';
import { RigVenue, rigSide } from './runner-rig.ts';

function feedOver() {
  const venue = new RigVenue();
  const side = rigSide(venue, 20);
  const asked: string[] = [];
  const doors = ['a', 'b'].map((account) => ({ account }) as AccountDoor);
  const hall = {
    byAccount: (_side: unknown, account: string) => doors.filter((door) => door.account === account),
    lookAt: (door: AccountDoor) => {
      asked.push(`one ${door.account}`);
      return new Promise(() => {});
    },
    reconcileAll: async () => void asked.push('all'),
    adoptAll: async () => {},
    turnTo: async () => {},
  } as unknown as ActorHall;
  const prints: number[] = [];
  Object.assign(side.spec.stream, { ack: (_symbol: string, seq: number) => prints.push(seq) });
  return { asked, feed: createFeed(side, hall, () => {}), prints, side };
}

test('an account whose line comes back is looked at alone, and prints go on meanwhile', async () => {
  const { asked, feed, prints, side } = feedOver();
  feed.take({ type: 'up' });
  await expect.poll(() => side.isUp && asked).toEqual(['all']);
  feed.take({ type: 'missed', account: 'b' });
  expect(asked).toEqual(['all', 'one b']);
  feed.take({ type: 'print', symbol: 'BTC/USDT', seq: 1, price: '100', atMs: 1_800_000_000_000 });
  await expect.poll(() => prints).toEqual([1]);
  expect(side.board.price('BTC/USDT')?.price).toBe('100');
});

test('while the exchange is away it waits for it: then everybody is asked about', () => {
  const { asked, feed } = feedOver();
  feed.take({ type: 'missed', account: 'b' });
  expect(asked).toEqual([]);
});

test.each([
  [false, '90'],
  [true, '100'],
])('after a gap in a market that is paced (%s) what was traded in it is answered at %s', async (paced, price) => {
  const { asked, feed, side } = feedOver();
  Object.assign(side.spec, { paced });
  side.board.seed('BTC/USDT', '100', 1_800_000_000_000);
  const ticker = { symbol: 'BTC/USDT', last: '90', atMs: 1_800_000_060_000 };
  Object.assign(side.spec.venue, { tickers: async () => [ticker] });
  feed.take({ type: 'up' });
  await expect.poll(() => asked).toEqual(['all']);
  expect(side.board.price('BTC/USDT')?.price).toBe(price);
});
