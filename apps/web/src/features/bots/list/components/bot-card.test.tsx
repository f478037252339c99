// A pushed price draws a card's figures and nothing else of it; whatever else changes draws the whole card.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Operations } from '../../operations/use-operations.ts';
import { BotCard } from './bot-card.tsx';

const drawn = { head: 0, agreement: 0, notes: 0, curve: 0 };
vi.mock('../../bot-identity.tsx', () => ({ BotIdentity: () => count('head') }));
vi.mock('../../agreement/agreement-line.tsx', () => ({ AgreementLine: () => count('agreement') }));
vi.mock('../../drift/drift-note.tsx', () => ({ DriftNote: () => count('notes') }));
vi.mock('../../bot-reason-note.tsx', () => ({ BotReasonNote: () => null }));
function count(part: keyof typeof drawn): null {
  drawn[part] += 1;
  return null;
}

const curve = ['1', '2', '3'];
Object.defineProperty(curve, 'map', {
  value: (read: (point: string) => number) => {
    drawn.curve += 1;
    return Array.from(curve, read);
  },
});
const operations = { busy: null } as Operations;
const client = new QueryClient();
const first = {
  ...{ id: 1, type: 'grid', status: 'running', phase: 'holding', symbol: 'BTC/USDT', name: '', curve },
  ...{ params: { lower: '90', upper: '110' }, grid_levels: 10, profit: '1', total_profit: '1', price: '100' },
};
const card = (more: object) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>
      <BotCard bot={{ ...first, ...more } as unknown as Bot} operations={operations} />
    </MemoryRouter>
  </QueryClientProvider>
);

beforeEach(() => {
  Object.assign(drawn, { head: 0, agreement: 0, notes: 0, curve: 0 });
});
afterEach(cleanup);

it('draws its figures alone for a price', () => {
  const { rerender } = render(card({}));
  for (const price of ['101', '102', '103']) rerender(card({ price, total_profit: price }));
  expect(screen.getByText('+103.00')).toBeDefined();
  expect(drawn).toEqual({ head: 1, agreement: 1, notes: 1, curve: 1 });
});

it('is drawn whole for anything else', () => {
  const { rerender } = render(card({}));
  rerender(card({ phase: 'closing' }));
  expect(drawn).toEqual({ head: 2, agreement: 2, notes: 2, curve: 1 });
});
