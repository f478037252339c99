// The version on screen is the version of the package.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { version } from '../lib/version.ts';

it('is the version of the package', () => {
  const manifest = JSON.parse(readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8')) as { version: string };
  expect(version).toBe(manifest.version);
});
