// Fields that share rows by twos: the one that is left over, on the forms that the server really sends.
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import { expect, test } from 'vitest';
import { leftOver } from './base-field.tsx';

const fieldsOf = (code: string, ...keys: string[]) =>
  keys.map(
    (key) =>
      botTypes('zh')
        .find((type) => type.code === code)!
        .fields.find((field) => field.key === key)!,
  );

test.each<[string, string[], string | undefined]>([
  ['martin-futures', ['direction', 'leverage', 'first_amount', 'max_positions'], 'max_positions'],
  ['martin-spot', ['first_amount', 'max_positions'], undefined],
  ['dca-spot', ['stop_loss'], 'stop_loss'],
  ['custom-spot', ['open', 'max_positions', 'multiplier'], undefined],
  ['custom-spot', ['take_profit', 'close', 'tp_callback', 'stop_loss'], 'stop_loss'],
])('of %s with %j it is %s', (code, keys, alone) => {
  expect(leftOver(fieldsOf(code, ...keys))?.key).toBe(alone);
});
