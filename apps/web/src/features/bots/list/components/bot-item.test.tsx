// A bot of the list that is scrolled away is not drawn for a price, but for whatever else happens to it, and as it is when it
// comes back.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Operations } from '../../operations/use-operations.ts';
import { BotItem } from './bot-item.tsx';

let drawn = 0;
vi.mock('./bot-card.tsx', () => ({
  BotCard: ({ bot }: { bot: Bot }) => {
    drawn += 1;
    return <p>{`${bot.status} ${bot.price}`}</p>;
  },
}));

type Tell = (entries: { target: Element; isIntersecting: boolean }[]) => void;
let tell: Tell;
beforeEach(() => {
  drawn = 0;
});
afterEach(() => {
  cleanup();
});
vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly observe = () => undefined;
    readonly unobserve = () => undefined;
    constructor(listener: Tell) {
      tell = listener;
    }
  },
);

const operations = {} as Operations;
const bot = (more: Partial<Bot>) => ({ id: 1, status: 'running', price: '1', run_seconds: 1, ...more }) as Bot;
const item = (more: Partial<Bot>) => <BotItem bot={bot(more)} operations={operations} chosen={null} drawn />;
const see = (isIntersecting: boolean) => act(() => tell([{ target: screen.getByRole('listitem'), isIntersecting }]));

it('is drawn for each price while it is seen', () => {
  const { rerender } = render(item({}));
  for (const price of ['2', '3', '4']) rerender(item({ price }));
  expect(drawn).toBe(4);
});

it('is not drawn for prices while it is scrolled away, and with the newest when it returns', () => {
  const { rerender } = render(item({}));
  see(false);
  for (const price of ['2', '3', '4']) rerender(item({ price, run_seconds: Number(price), total_profit: price }));
  expect(drawn).toBe(1);
  see(true);
  expect(screen.getByText('running 4')).toBeDefined();
  expect(drawn).toBe(2);
});

it('is drawn for anything but a price even while it is scrolled away', () => {
  const { rerender } = render(item({}));
  see(false);
  rerender(item({ price: '2' }));
  rerender(item({ price: '2', status: 'paused' }));
  expect(screen.getByText('paused 2')).toBeDefined();
});

it('is an empty box until it is its turn', () => {
  const waiting = <BotItem bot={bot({})} operations={operations} chosen={null} drawn={false} />;
  const { rerender } = render(waiting);
  expect(screen.getByRole('listitem').textContent).toBe('');
  rerender(item({}));
  expect(screen.getByText('running 1')).toBeDefined();
});
