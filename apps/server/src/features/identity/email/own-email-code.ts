// The code that was sent to the user's own verified address as a proof.
import type { EmailCodes } from '../../../ports/email-codes.ts';
import type { OwnEmailCode } from '../security/prove.ts';
import { codeHash, subjectOf } from './email-code.ts';

export interface JudgeCodeDeps {
  readonly emailCodes: EmailCodes;
  readonly pepper: Uint8Array;
}

export function ownEmailCode({ emailCodes, pepper }: JudgeCodeDeps): OwnEmailCode {
  const asKept = (userId: number, email: string, code: string): [Uint8Array, Uint8Array] => {
    const key = { purpose: 'prove', userId, address: email } as const;
    return [subjectOf(key), codeHash(pepper, key, code)];
  };
  return {
    isRight: (userId, email, code, nowMs) => emailCodes.check(...asKept(userId, email, code), nowMs),
    use: (userId, email, code, nowMs) => emailCodes.consume(...asKept(userId, email, code), nowMs),
  };
}
