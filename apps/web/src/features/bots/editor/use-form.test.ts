// What a form shows and when: silence while somebody types, every issue after a submit, refusals of the server until the
// next change, and nothing that touches a locked field. Sentences stand for their keys here.
import { act, renderHook } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Assistant } from './assistant.ts';
import { defaultsOf, type Values } from './field-rules.ts';
import { gridAssistant } from './grid-assistant.ts';
import { loadGridCore } from './grid-core.ts';
import { gridType, view } from './sample-form.ts';
import { type FormSetup, useForm } from './use-form.ts';

vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string, given?: object) => (given ? `${key} ${JSON.stringify(given)}` : key) }),
}));

const type = gridType();
const good: Values = { ...defaultsOf(type.fields), lower: '50000', upper: '70000', investment: '1000' };
let assistant: Assistant;
beforeAll(async () => {
  assistant = gridAssistant(await loadGridCore());
});

function formOf(change: Partial<FormSetup> = {}) {
  const setup: FormSetup = {
    type,
    assistant,
    view: view(),
    initial: good,
    initialPreset: 'balanced',
    locked: new Set(),
    readOnly: false,
    ...change,
  };
  return renderHook(() => useForm(setup)).result;
}

it('is silent while a field is typed into, and speaks when it is left', () => {
  const form = formOf();
  act(() => form.current.focus('upper'));
  act(() => form.current.set('upper', '55000'));
  expect(form.current.errorOf('upper')).toBeUndefined();
  act(() => form.current.focus(null));
  expect(form.current.errorOf('upper')).toMatch(/^editor\.issue\.between .*60,000.*1,000,000/);
  expect(form.current.preset).toBe('custom');
});

it('asks for what is empty only when it is sent', () => {
  const form = formOf({ initial: { ...good, investment: '' } });
  expect(form.current.errorOf('investment')).toBeUndefined();
  let sent = true;
  act(() => {
    sent = form.current.submit();
  });
  expect(sent).toBe(false);
  expect(form.current.errorOf('investment')).toMatch(/^editor\.issue\.required/);
  act(() => form.current.set('investment', '1000'));
  expect(form.current.errorOf('investment')).toBeUndefined();
  act(() => {
    sent = form.current.submit();
  });
  expect(sent).toBe(true);
});

it('keeps a refusal at its field until something changes', () => {
  const form = formOf();
  act(() => form.current.refuse({ field: 'investment', text: '资金不足', code: 3010, go: null }));
  expect(form.current.errorOf('investment')).toBe('资金不足');
  act(() => form.current.set('investment', '900'));
  expect(form.current.errorOf('investment')).toBeUndefined();
});

it('fills a preset around locked fields and tells the draft', () => {
  const onEdited = vi.fn<(values: Values) => void>();
  const form = formOf({ locked: new Set(['lower', 'upper']), onEdited });
  act(() => form.current.fill('aggressive'));
  expect(form.current.values).toMatchObject({ lower: '50000', upper: '70000' });
  expect(form.current.preset).toBe('aggressive');
  expect(onEdited).toHaveBeenCalledWith(form.current.values);
  expect(form.current.isLocked('lower')).toBe(true);
  expect(form.current.isLocked('stop_loss')).toBe(false);
});

it('finds nothing wrong in a form that is only read', () => {
  const form = formOf({ readOnly: true, initial: { ...good, upper: '55000' } });
  expect(form.current.errorOf('upper')).toBeUndefined();
  expect(form.current.isLocked('stop_loss')).toBe(true);
});

it('judges a name by itself', () => {
  const form = formOf();
  act(() => form.current.set('name', 'a <b>'));
  expect(form.current.errorOf('name')).toBe('editor.issue.nameLength');
  expect(form.current.preset).toBe('balanced');
  act(() => form.current.set('name', 'BTC \u202egnp'));
  expect(form.current.errorOf('name')).toBe('editor.issue.nameLength');
  act(() => form.current.set('name', '比特币 1'));
  expect(form.current.errorOf('name')).toBeUndefined();
});

it('says at both limits of a grid that the lower is not below the upper, whichever was typed last', () => {
  const form = formOf();
  act(() => form.current.set('lower', '75000'));
  expect(form.current.errorOf('lower')).toMatch(/^editor\.issue\.between .*60,000/);
  expect(form.current.errorOf('upper')).toMatch(/^editor\.issue\./);
});
