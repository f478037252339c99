// Whether a code was sent to the user's own verified address as a proof. Being right uses it up.
import type { EmailCodes } from '../../../ports/email-codes.ts';
import { codeHash, subjectOf } from './email-code.ts';

export interface JudgeCodeDeps {
  readonly emailCodes: EmailCodes;
  readonly pepper: Uint8Array;
}

export function isOwnCode({ emailCodes, pepper }: JudgeCodeDeps) {
  return (userId: number, email: string, code: string, nowMs: number): Promise<boolean> => {
    const key = { purpose: 'prove', userId, address: email } as const;
    return emailCodes.consume(subjectOf(key), codeHash(pepper, key, code), nowMs);
  };
}
