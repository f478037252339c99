// EIP-4361 texts: ours are of the grammar, and reading lets through what the grammar has and nothing else. With
// SIWE_VECTORS=<folder> the standard's published vectors there (parsing_positive.json, parsing_negative.json) are read too.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSignInText, writeSignInText } from './sign-in-text.ts';

const ours = {
  domain: 'bots.example',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  statement: 'Sign in to Cormorant. This costs nothing and moves no funds.',
  uri: 'https://bots.example',
  version: '1',
  chainId: 56,
  nonce: 'Zk3vYq0pN8sT4uWxR7bC1d',
  issuedAt: '2026-11-21T10:00:00.000Z',
  expirationTime: '2026-11-21T10:05:00.000Z',
};
const text = writeSignInText(ours);
const full = `${text}\nNot Before: 2026-11-21T10:00:00.000Z\nRequest ID: r-1\nResources:\n- https://bots.example/a\n- ipfs://b`;
const { statement: _, ...wordless } = ours;
const without = (line: RegExp) => text.replace(line, '');

/** The line that begins with one word put behind the one that begins with another. */
function moved(first: string, behind: string): string {
  const lines = full.split('\n');
  const [line] = lines.splice(
    lines.findIndex((one) => one.startsWith(first)),
    1,
  );
  lines.splice(lines.findIndex((one) => one.startsWith(behind)) + 1, 0, String(line));
  return lines.join('\n');
}

describe('a text of the grammar', () => {
  it('is what we write, as EIP-4361 lays it out', () => {
    expect(text.split('\n')).toEqual([
      'bots.example wants you to sign in with your Ethereum account:',
      '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      '',
      'Sign in to Cormorant. This costs nothing and moves no funds.',
      '',
      'URI: https://bots.example',
      'Version: 1',
      'Chain ID: 56',
      'Nonce: Zk3vYq0pN8sT4uWxR7bC1d',
      'Issued At: 2026-11-21T10:00:00.000Z',
      'Expiration Time: 2026-11-21T10:05:00.000Z',
    ]);
    expect(readSignInText(text)).toEqual(ours);
  });

  const authorities = [
    'localhost:3000',
    '127.0.0.1',
    '127.0.0.1:8080',
    '[::1]:3000',
    '[::cafe]',
    'me@10.0.0.1',
    'me@10.0.0.1:81',
  ];
  it.each(authorities)('may be of the domain %s', (domain) => {
    expect(readSignInText(writeSignInText({ ...ours, domain }))).toEqual({ ...ours, domain });
  });

  const uris = [
    'http://localhost:3000/login',
    'https://127.0.0.1',
    'https://[::cafe]',
    'https://10.0.0.1:4361',
    'https://10.0.0.1/?a=b#c',
  ];
  it.each(uris)('may be of the URI %s', (uri) => {
    expect(readSignInText(writeSignInText({ ...ours, uri }))).toEqual({ ...ours, uri });
  });

  const times = ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.5Z', '2026-11-21T10:00:00-02:00'];
  it.each(times)('may be of the time %s', (issuedAt) => {
    expect(readSignInText(writeSignInText({ ...ours, issuedAt }))).toEqual({ ...ours, issuedAt });
  });

  it('may be of another chain, which is for others to judge', () => {
    expect(readSignInText(writeSignInText({ ...ours, chainId: 1 }))?.chainId).toBe(1);
  });

  it('may have no statement, no end, a scheme and all the other fields', () => {
    expect(readSignInText(text.replace(`${ours.statement}\n`, ''))).toEqual(wordless);
    expect(readSignInText(without(/\nExpiration.*/))).not.toHaveProperty('expirationTime');
    expect(readSignInText(`https://${text}`)).toEqual({ ...ours, scheme: 'https' });
    const words = 'See https://bots.example/terms';
    expect(readSignInText(text.replace(ours.statement, words))).toEqual({ ...ours, statement: words });
    expect(readSignInText(full)).toEqual({
      ...ours,
      notBefore: '2026-11-21T10:00:00.000Z',
      requestId: 'r-1',
      resources: ['https://bots.example/a', 'ipfs://b'],
    });
  });
});

describe('a text that is refused', () => {
  const malformed: [string, string][] = [
    ['no domain', without(/^bots\.example/)],
    ['no address', without(/0x\w+/)],
    ['no URI', without(/URI: .*/)],
    ['no URI line', without(/URI: .*\n/)],
    ['no version', without(/Version: .*\n/)],
    ['no chain', without(/Chain ID: .*\n/)],
    ['no nonce', without(/Nonce: .*\n/)],
    ['no time', without(/Issued At: .*\n/)],
    ['the URI behind the version', moved('URI', 'Version')],
    ['the version behind the chain', moved('Version', 'Chain')],
    ['the chain behind the nonce', moved('Chain', 'Nonce')],
    ['the nonce behind the time', moved('Nonce', 'Issued')],
    ['the time behind the end', moved('Issued', 'Expiration')],
    ['the end behind the beginning', moved('Expiration', 'Not Before')],
    ['the beginning behind the id', moved('Not Before', 'Request')],
    ['the id behind the resources', moved('Request', '- ipfs')],
    ['the resources before the id', moved('Request', '- https')],
    ['a domain that is none', text.replace('bots.example', '#bots')],
    ['an address in lower case', text.replace(ours.address, ours.address.toLowerCase())],
    ['an address with one letter of the wrong case', text.replace('0x71C7', '0x71c7')],
    ['an address that is too short', text.replace('0x71C7', '0x71')],
    ['a statement of two lines', text.replace('Cormorant. ', 'Cormorant.\n')],
    ['a statement beyond ASCII', text.replace('Sign in', '登录')],
    ['a URI that is none', text.replace('URI: https:', 'URI: :')],
    ['version 2', text.replace('Version: 1', 'Version: 2')],
    ['a chain that is no number', text.replace('Chain ID: 56', 'Chain ID: ?')],
    ['a nonce of seven characters', text.replace(ours.nonce, 'abcdefg')],
    ['a nonce with a sign', text.replace(ours.nonce, 'abcdefgh-1')],
    ['a time in words', text.replace(ours.issuedAt, 'Sat Nov 21 2026 10:00:00 GMT')],
    ['an end in words', text.replace(ours.expirationTime, 'tomorrow')],
    ['a beginning in words', full.replace(/Not Before: .*/, 'Not Before: now')],
    ['resources in one line', full.replace('\n- ipfs', ' - ipfs')],
    ['a first resource that is no URI', full.replace('- https:', '- :')],
    ['a second resource that is no URI', full.replace('- ipfs:', '- :')],
    ['blanks before it', ` ${text}`],
    ['a line after it', `${text}\n`],
    ['other line ends', text.replaceAll('\n', '\r\n')],
    ['nothing', ''],
  ];
  it.each(malformed)('has %s', (_name, given) => {
    expect(given).not.toBe(text);
    expect(readSignInText(given)).toBeNull();
  });
});

const folder = process.env['SIWE_VECTORS'] ?? '';
describe.skipIf(folder === '')('the published vectors', () => {
  const read = (name: string) =>
    existsSync(join(folder, name)) ? JSON.parse(readFileSync(join(folder, name), 'utf8')) : {};
  const positive = Object.entries(read('parsing_positive.json')) as [string, { message: string; fields: object }][];
  const negative = Object.entries(read('parsing_negative.json')) as [string, string][];

  it('are there', () => {
    expect(positive.length).toBeGreaterThan(0);
    expect(negative.length).toBeGreaterThan(0);
  });
  it.each(positive)('are read: %s', (_name, { message, fields }) => {
    expect(readSignInText(message)).toEqual(
      Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    );
  });
  it.each(negative)('are refused: %s', (_name, message) => {
    expect(readSignInText(message)).toBeNull();
  });
});
