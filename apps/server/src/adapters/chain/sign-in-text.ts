// EIP-4361 texts, written and strictly read. Reading follows the standard's ABNF, EIP-55 address included, and refuses
// what the grammar alone lets through: times that are no times.
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

/** Null when the text is not of the grammar. */
export function readSignInText(text: string): Partial<SignInFields> | null {
  try {
    const { domain, address, statement, uri, version, chainId, nonce, issuedAt, expirationTime } = new ParsedMessage(
      text,
    );
    return {
      domain,
      address,
      uri,
      version,
      chainId,
      nonce,
      issuedAt,
      ...(statement !== undefined && { statement }),
      ...(expirationTime !== undefined && { expirationTime }),
    };
  } catch {
    return null;
  }
}
