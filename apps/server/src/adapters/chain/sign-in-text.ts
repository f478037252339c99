// EIP-4361 texts, written and strictly read: by the standard's own ABNF, EIP-55 address included.
import { ParsedMessage } from '@spruceid/siwe-parser';
import type { SignInFields } from '../../ports/chain.ts';

export function writeSignInText(fields: SignInFields): string {
  return [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    fields.statement,
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    `Expiration Time: ${fields.expirationTime}`,
  ].join('\n');
}

/** Every field that the grammar knows, those that ours never have included. */
export interface ReadText extends Partial<SignInFields> {
  readonly scheme?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

/** Null when the text is not of the grammar. */
export function readSignInText(text: string): ReadText | null {
  try {
    const { uriElements: _, ...fields } = new ParsedMessage(text);
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  } catch {
    return null;
  }
}
