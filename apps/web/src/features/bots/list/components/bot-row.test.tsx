// A row of the wide screen's pane says of a bot what its card on the phone says, with the same remedy.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTheme } from '../../../../lib/stores/theme.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { BotCard } from './bot-card.tsx';
import { BotRow } from './bot-row.tsx';

const ask = vi.fn();
const operations = { busy: null, ask } as unknown as Operations;
const bot = {
  ...{
    id: 7,
    name: '',
    symbol: 'BTC/USDT',
    type: 'grid',
    type_name: 'Grid',
    exchange: 'local',
    exchange_name: 'Local',
  },
  ...{ status: 'running', phase: 'holding', market: 'spot', params: {}, curve: [], position_count: 1, grid_levels: 20 },
  ...{ total_profit: '1', profit: '1', total_rate: '1', price: '1', pause_reason: '', stop_reason: '', simulate: 0 },
} as unknown as Bot;
const aside = { ...bot, phase: 'error', last_error: { code: 4026, msg: '', at: 0 } } as Bot;

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  useTheme.setState({ language: 'en' });
});
afterEach(() => {
  cleanup();
  ask.mockReset();
  vi.unstubAllGlobals();
});

function show(of: Bot, at: 'row' | 'card') {
  const shown =
    at === 'row' ? (
      <BotRow bot={of} chosen={false} operations={operations} />
    ) : (
      <BotCard bot={of} operations={operations} />
    );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{shown}</MemoryRouter>
    </QueryClientProvider>,
  );
}

it.each(['row', 'card'] as const)(
  'of one that is set aside a %s says that nobody watches it, and has it tried again',
  (at) => {
    show(aside, at);
    expect(screen.getByText(/unguarded/)).toBeDefined();
    fireEvent.click(document.querySelector('.note .btn') as HTMLElement);
    expect(ask).toHaveBeenCalledWith(aside, 'resume');
    // The way to the bot is beside it, not around it.
    expect(document.querySelector('a .note')).toBeNull();
  },
);

it.each(['row', 'card'] as const)('a %s says why a bot was paused, and nothing of one that runs', (at) => {
  show({ ...bot, status: 'paused', pause_reason: 'api' }, at);
  expect(document.querySelectorAll('.note--warn')).toHaveLength(1);
  cleanup();
  show(bot, at);
  expect(document.querySelector('.note')).toBeNull();
});
