// The findings as text to send to support, in English whoever copies it. It carries no token, no name, no address: only
// what is written here can be in it.
import type { Finding } from './check.ts';
import { type Surroundings, surroundingNames } from './surroundings.ts';

const marks = new Map<boolean | null, string>([
  [true, 'ok  '],
  [false, 'FAIL'],
  [null, '-   '],
]);

/** Wallet extensions and errors may say anything: what looks like a secret or an address is struck out. */
export function struck(text: string): string {
  return text.replace(/0x[0-9a-fA-F]{16,}/g, '0x…').replace(/[A-Za-z0-9_-]{40,}/g, '…');
}

export function reportOf(
  around: Surroundings,
  findings: readonly { readonly name: string; readonly finding: Finding | null }[],
  at: Date,
): string {
  return [
    `Cormorant diagnostics ${at.toISOString()}`,
    ...surroundingNames.map((name) => `${name}: ${name === 'browser' ? around[name] : struck(around[name])}`),
    ...findings.map(({ name, finding }) =>
      finding === null
        ? `... ${name}`
        : `${marks.get(finding.ok)} ${name} ${Math.round(finding.ms)} ms: ${struck(finding.detail)}`,
    ),
  ].join('\n');
}
