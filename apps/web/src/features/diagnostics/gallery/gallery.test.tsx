// A development build shows every part of the kit on the page of diagnostics, and its parts work.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useToast } from '../../../lib/toasts.ts';
import { type UiWords, UiWordsProvider } from '../../../ui/words.tsx';
import { Diagnostics } from '../screens/diagnostics.tsx';

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
vi.mock('../checks.ts', () => ({ checks: [] }));
afterEach(cleanup);

const words = {
  close: 'close',
  retry: 'retry',
  loading: 'loading',
  noMore: 'no more',
  increase: 'more',
  decrease: 'less',
  showPassword: 'show',
  hidePassword: 'hide',
} as UiWords;

async function gallery() {
  render(
    <UiWordsProvider words={words}>
      <MemoryRouter initialEntries={['/test']}>
        <Diagnostics />
      </MemoryRouter>
    </UiWordsProvider>,
  );
  return within(await screen.findByRole('region', { name: 'Component gallery' }, { timeout: 10_000 }));
}

it('shows the parts in their states', async () => {
  const parts = await gallery();
  for (const name of ['Buttons', 'Fields', 'Choices', 'Rows', 'Menu rows', 'Marks', 'Avatars', 'Figures', 'States'])
    expect(parts.getByRole('region', { name })).toBeTruthy();
  expect(parts.getByRole('button', { name: 'busy' }).getAttribute('aria-busy')).toBe('true');
  expect(parts.getAllByText('what is wrong')).toHaveLength(3);
  expect(document.querySelectorAll('.pill')).toHaveLength(5);
  expect(document.querySelectorAll('.sixbox')).toHaveLength(4);
  expect(document.querySelectorAll('.gauge')).toHaveLength(3);
  const faces = [...document.querySelectorAll('[data-face]')];
  expect(faces).toHaveLength(24);
  expect(new Set(faces.map((face) => face.querySelector('svg')?.innerHTML)).size).toBe(24);
});

it('opens its sheet, its dialogs and its toasts', async () => {
  const parts = await gallery();
  fireEvent.click(parts.getByRole('button', { name: 'sheet' }));
  expect(await screen.findByRole('dialog', { name: 'Sheet' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'foot' }));
  fireEvent.click(parts.getByRole('button', { name: 'dialog, danger', hidden: true }));
  expect(await screen.findByRole('dialog', { name: 'Dialog, danger' })).toBeTruthy();
  fireEvent.click(parts.getByRole('button', { name: 'toast, warning', hidden: true }));
  expect(useToast.getState().toast).toMatchObject({ kind: 'warning', text: 'Toast, warning' });
});
