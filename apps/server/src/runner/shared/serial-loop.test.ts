// Whatever is added, at whatever moment of the loop's life, is worked through: also what is added by the very
// continuation that the last piece of work has released.
import { expect, test } from 'vitest';
import { SerialLoop } from './serial-loop.ts';

test('nothing added while the loop falls asleep is left lying', async () => {
  for (let hops = 0; hops < 12; hops++) {
    const left: string[] = [];
    const done: string[] = [];
    let released: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      released = resolve;
    });
    const loop = new SerialLoop(
      () => left.length > 0,
      async () => {
        done.push(left.shift() ?? '');
        released();
      },
    );
    left.push('first');
    loop.wake();
    await first;
    for (let hop = 0; hop < hops; hop++) await Promise.resolve();
    left.push('second');
    loop.wake();
    await loop.whenIdle();
    expect(done).toEqual(['first', 'second']);
    expect(loop.isActive()).toBe(false);
  }
});

test('what is added together is met together', async () => {
  const left: number[] = [];
  const groups: number[][] = [];
  const loop = new SerialLoop(
    () => left.length > 0,
    async () => void groups.push(left.splice(0)),
  );
  for (const item of [1, 2, 3]) {
    left.push(item);
    loop.wake();
  }
  await loop.whenIdle();
  expect(groups).toEqual([[1, 2, 3]]);
});
