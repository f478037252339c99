// How strong a new password looks. It advises; what is refused is said by the contract's rules and by the server, whose
// list of common ones is too long for here.
import * as codes from '@cormorant/contract/codes.ts';
import { isPassword } from '@cormorant/contract/credential-forms.ts';
import type { ApiError } from './api/errors.ts';

/** The server knows it for a common one: its form is right all the same. */
export function isOftenChosen(error: ApiError): boolean {
  return error.code === codes.password_format && error.data['common'] === 1;
}

/** A part that is repeated counts once: abcabcabc1 is abc1. */
const unrepeated = (password: string) => password.replace(/(.+?)\1+/gu, '$1');
/** A word with a tail or a head of digits and signs, as the common ones are made. */
const oneWord = /^(?:\p{L}+\P{L}+|\P{L}+\p{L}+)$/u;
const longWord = 20;

/** 0 (nothing typed) to 4. Length counts most; a password the server would refuse is never better than weak. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (!isPassword(password)) return 1;
  const { length, size } = { length: [...unrepeated(password)].length, size: new Set(password).size };
  if (length < 8) return size < 6 ? 1 : 2;
  if (oneWord.test(password) && length < longWord) return 2;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const points = Number(length >= 12) + Number(length >= 16) + Number(kinds >= 3) + Number(size >= 8);
  return points >= 3 ? 4 : points === 2 ? 3 : 2;
}
