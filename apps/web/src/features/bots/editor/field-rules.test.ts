// The rules a field states about itself, on the fields the server really sends.
import { describe, expect, it } from 'vitest';
import { defaultsOf, isEndless, isShown, issuesOf, type Values } from './field-rules.ts';
import { gridType } from './sample-form.ts';

const { fields } = gridType();
const good: Values = { ...defaultsOf(fields), lower: '50000', upper: '70000', investment: '1,000' };
const issues = (change: Values) => issuesOf(fields, { ...good, ...change });

it('rounds written as none are without an end', () => {
  const rounds = { ...fields[0]!, key: 'loop_count' };
  expect(['0', '00', '1', '', '-'].map((value) => isEndless(rounds, value))).toEqual([true, true, false, false, false]);
  expect(isEndless({ ...rounds, key: 'cooldown' }, '0')).toBe(false);
});

describe('issuesOf', () => {
  it('finds nothing in good values, grouped figures included', () => expect(issues({})).toEqual([]));

  it.each([
    [{ investment: '' }, { field: 'investment', rule: 'required' }],
    [{ investment: '49.99' }, { field: 'investment', rule: 'range', min: '50' }],
    [{ grid_levels: '201' }, { field: 'grid_levels', rule: 'range', min: '2', max: '200' }],
    [{ grid_levels: '1' }, { field: 'grid_levels', rule: 'range', min: '2', max: '200' }],
    [{ grid_levels: '2.5' }, { field: 'grid_levels', rule: 'format' }],
    [{ lower: '1.234,5' }, { field: 'lower', rule: 'format' }],
    [{ lower: ' ' }, { field: 'lower', rule: 'required' }],
    [{ grid_mode: 'wild' }, { field: 'grid_mode', rule: 'option' }],
    [{ stop_loss: 'x' }, { field: 'stop_loss', rule: 'format' }],
  ])('%j', (change, issue) => expect(issues(change as unknown as Values)).toMatchObject([issue]));

  it('does not ask for what is not drawn', () => {
    const limit = fields.find(({ key }) => key === 'trail_limit')!;
    expect(isShown(limit, good)).toBe(false);
    expect(issues({ trail_limit: 'nonsense' })).toEqual([]);
    expect(issues({ trail_limit: 'nonsense', trailing_up: '1' })).toMatchObject([{ field: 'trail_limit' }]);
  });
});
