// Operations: asked about before destruction, sent once however often the answer is lost, refused with a reason.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Operations, useOperations } from './use-operations.ts';

const bot = {
  id: 1001,
  name: 'grid',
  symbol: 'BTC/USDT',
  status: 'running',
  position_count: 1,
  simulated_market: 1,
} as const;
const done = { code: 1, show: 0, msg: '', data: { id: 1001, status: 'paused', phase: 'holding' } };
const sent: URL[] = [];
let answers: (() => Promise<Response>)[] = [];

beforeEach(() => {
  sent.length = 0;
  answers = [];
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(new URL(path, 'http://local'));
    return (answers.shift() ?? (() => Promise.resolve(Response.json(done))))();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});

const lost = () => Promise.reject(new TypeError('network'));
const refused = (code: number) => () =>
  Promise.resolve(Response.json({ code, show: 1, msg: `no ${code}`, data: null }));

function opened() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => ({ operations: useOperations(), path: useLocation().pathname }), { wrapper });
  return {
    now: (): Operations => result.current.operations,
    path: () => result.current.path,
  };
}

const idOf = (url: URL | undefined) => url?.searchParams.get('request_id');

describe('operations', () => {
  it('keep their request id until an answer comes, then take a new one', async () => {
    const screen = opened();
    const pause = { botId: 1001, action: 'pause' } as const;
    answers = [lost];
    await act(() => screen.now().run(pause));
    expect(screen.now().failure?.error.passing).toBe(true);
    await act(() => screen.now().run(pause));
    expect(screen.now().failure).toBeNull();
    await act(() => screen.now().run(pause));
    expect(sent).toHaveLength(3);
    expect(idOf(sent[0])).toMatch(/^[0-9a-f-]{36}$/);
    expect(idOf(sent[1])).toBe(idOf(sent[0]));
    expect(idOf(sent[2])).not.toBe(idOf(sent[0]));
  });

  it('that were refused are another intent when tried again', async () => {
    const screen = opened();
    answers = [refused(4003)];
    await act(() => screen.now().run({ botId: 1001, action: 'stop', closePosition: 1 }));
    expect(screen.now().failure?.error).toMatchObject({ code: 4003, message: 'no 4003' });
    await act(() => screen.now().run({ botId: 1001, action: 'stop', closePosition: 1 }));
    expect(idOf(sent[1])).not.toBe(idOf(sent[0]));
    expect(sent[0]?.searchParams.get('close_position')).toBe('1');
  });

  it('that destroy are asked about first, those that do not run at once', async () => {
    const screen = opened();
    await act(async () => screen.now().ask(bot, 'stop'));
    expect(screen.now()).toMatchObject({ open: true, question: { kind: 'stop' } });
    expect(sent).toHaveLength(0);
    act(() => screen.now().dismiss());
    await act(async () => screen.now().ask(bot, 'pause'));
    expect(sent.map((url) => url.searchParams.get('action'))).toEqual(['pause']);
  });

  it('lead from a running bot to its editor only by its pause', async () => {
    const screen = opened();
    await act(async () => screen.now().ask(bot, 'edit'));
    expect(screen.now().question?.kind).toBe('edit');
    answers = [refused(4024)];
    await act(() => screen.now().pauseAndEdit());
    expect(screen.path()).toBe('/');
    await act(() => screen.now().pauseAndEdit());
    expect(screen.path()).toBe('/strategy/martin/1001');
    await act(async () => screen.now().ask({ ...bot, id: 1002, status: 'paused' }, 'edit'));
    expect(screen.path()).toBe('/strategy/martin/1002');
  });
});
