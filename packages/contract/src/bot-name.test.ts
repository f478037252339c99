// What a bot may be called: what is seen as it stands, in any script; the refusal names the field.
import { expect, it } from 'vitest';
import { isBotName } from './bot-name.ts';
import { botUpdate } from './calls/bots.ts';
import { parseRequest } from './refusal.ts';

const answer = (name: string) => {
  const parsed = parseRequest(botUpdate, { query: { id: '7' }, body: { name, version: 1, risk_ack: 1 } });
  return parsed.ok ? null : parsed.refusal;
};

it.each(['BTC 网格 #1', 'Été à 5 %', 'مثال', '🐟 fish', 'a-b_c.d'])('%s is one', (name) => {
  expect([isBotName(name), answer(name)]).toEqual([true, null]);
});

it.each([
  '\u202e',
  '\u202a',
  '\u2066',
  '\u2069',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u061c',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u2028',
  '\u3164',
])('a name with %j is none', (mark) => {
  const name = `BTC ${mark}gnp`;
  expect(isBotName(name)).toBe(false);
  expect(answer(name)).toEqual({ code: 4008, data: { field: 'name' } });
});

it('markup, control characters and length stay refused as before', () => {
  expect(['<b>', 'a\u0007b', 'x'.repeat(33)].map((name) => [isBotName(name), answer(name)?.code])).toEqual([
    [false, 7004],
    [false, 7004],
    [false, 7005],
  ]);
});
