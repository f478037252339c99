// A secret is stars wherever something may show it: in text, in JSON, in an inspector, in an error and in the process's log.
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createLog } from '../adapters/system/log.ts';
import { Secret } from './secret.ts';

const CANARY = 'canary7SecretOfAKey';
const secret = new Secret(CANARY);

it('is shown by nothing, and told to whoever asks', () => {
  const shown = [
    String(secret),
    `${secret as unknown as string}`,
    JSON.stringify({ deep: [{ secret }] }),
    inspect({ deep: [{ secret }] }, { depth: 9, showHidden: true }),
    inspect(new Error('of a key', { cause: { secret } })),
    Object.entries(secret).join(),
    Object.getOwnPropertyNames(secret).join(),
    structuredCloneText(),
  ];
  for (const text of shown) expect(text).not.toContain(CANARY);
  expect(shown.slice(0, 3).join()).toContain('***');
  expect(secret.reveal()).toBe(CANARY);
});

function structuredCloneText(): string {
  return JSON.stringify(structuredClone(secret));
}

it('does not reach the log', () => {
  let written = '';
  const log = createLog('debug', {
    write: (line: string) => {
      written += line;
    },
  });
  log.warn(
    { secret, err: new Error('bad', { cause: secret }), list: [secret], any: { key: secret } },
    `of ${secret as unknown as string}`,
  );
  log.error(secret, 'alone');
  expect(written).toContain('of ***');
  expect(written).not.toContain(CANARY);
});
