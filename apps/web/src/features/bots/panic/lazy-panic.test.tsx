// The sheets of panic are there before they are asked for, and a device that cannot fetch them keeps its screen.
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useToast } from '../../../lib/toasts.ts';
import type { PanicDialogsProps } from './components/panic-dialogs.tsx';
import { LazyPanic } from './lazy-panic.tsx';
import type { Panic } from './use-panic.ts';

afterEach(() => {
  cleanup();
  useToast.setState({ toast: null });
});

function Sheet({ panic }: PanicDialogsProps) {
  return <p>{`asked: ${panic.question}`}</p>;
}

function Page({ load }: { load: () => Promise<typeof Sheet> }) {
  const [question, setQuestion] = useState<Panic['question']>(null);
  const rest = { busy: false, error: null, taskId: '', run: async () => {}, closeTask: () => {} };
  const panic: Panic = { ...rest, question, ask: setQuestion, dismiss: () => setQuestion(null) };
  return (
    <>
      <button type="button" onClick={() => panic.ask('panic')}>
        stop
      </button>
      <LazyPanic panic={panic} bots={[]} load={load} />
    </>
  );
}

const press = () => act(async () => screen.getByText('stop').click());

test('they are fetched with the screen, and drawn at the first press', async () => {
  const load = vi.fn(async () => Sheet);
  render(<Page load={load} />);
  await act(async () => {});
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText(/asked/)).toBeNull();
  screen.getByText('stop').click();
  await screen.findByText('asked: panic');
  expect(load).toHaveBeenCalledTimes(1);
});

test('what cannot be fetched is told where it was asked for, the screen stays, and the next press tries again', async () => {
  const load = vi.fn(async () => Sheet);
  load.mockRejectedValueOnce(new TypeError('no such chunk')).mockRejectedValueOnce(new TypeError('no such chunk'));
  render(<Page load={load} />);
  await act(async () => {});
  expect(useToast.getState().toast).toBeNull();
  await press();
  expect(useToast.getState().toast?.kind).toBe('error');
  await press();
  await screen.findByText('asked: panic');
});
