// The lower part of the detail does not collapse while the chunk of a tab is on its way.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { DetailTabs } from './detail-tabs.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('rows stand in for the positions from the press on', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const bot = { id: 1001, price_at: null, actions_total: 0 } as BotDetail;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <DetailTabs bot={bot} tick={undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getAllByRole('tab')[1] as HTMLElement);
  expect(screen.getByRole('status').querySelectorAll('.row')).toHaveLength(2);
});
