// The rules of account and password as the form checks them before asking the server, in the order of the catalogue
// (1103 to 1110). The server checks again and has the last word.
import * as codes from '@cormorant/contract/codes.ts';
import { isAccount, isPassword } from '@cormorant/contract/credential-forms.ts';

/** The sentence to show, as a key of identity.required. */
export type Problem =
  | 'account'
  | 'accountFormat'
  | 'password'
  | 'passwordFormat'
  | 'mismatch'
  | 'referrer'
  | 'invite'
  | 'inviteFormat';
export type FormField = 'account' | 'password' | 'confirm' | 'referrer';

export interface Refusal {
  readonly field: FormField;
  readonly problem: Problem;
}

export function checkLogin(form: { account: string; password: string }): Refusal | null {
  if (form.account.trim() === '') return { field: 'account', problem: 'account' };
  if (form.password === '') return { field: 'password', problem: 'password' };
  return null;
}

export interface RegisterForm {
  readonly account: string;
  readonly password: string;
  readonly confirm: string;
  readonly referrer: string;
}

export function checkRegister({ account, password, confirm, referrer }: RegisterForm): Refusal | null {
  const name = account.trim();
  if (name === '') return { field: 'account', problem: 'account' };
  if (!isAccount(name)) return { field: 'account', problem: 'accountFormat' };
  if (password === '') return { field: 'password', problem: 'password' };
  if (!isPassword(password)) return { field: 'password', problem: 'passwordFormat' };
  if (password !== confirm) return { field: 'confirm', problem: 'mismatch' };
  const code = referrer.trim();
  if (code !== '' && code.length < 3) return { field: 'referrer', problem: 'referrer' };
  return null;
}

/** The invite code of a new wallet: needed, and exactly eight digits. */
export function inviteProblem(code: string): 'invite' | 'inviteFormat' | null {
  const digits = code.trim();
  if (digits === '') return 'invite';
  return /^\d{8}$/.test(digits) ? null : 'inviteFormat';
}

/** Which field a refusal of the server belongs to, by its code; null stands above the button. */
export function fieldOfCode(code: number | null): FormField | null {
  switch (code) {
    case 1101:
    case 1103:
    case 1104:
      return 'account';
    case 1105:
    case 1106:
      return 'password';
    case 1107:
      return 'confirm';
    case 1108:
      return 'referrer';
    default:
      return null;
  }
}

export type ResetField = 'account' | 'code' | 'password' | 'confirm';

export function checkReset(form: {
  readonly code: string;
  readonly password: string;
  readonly confirm: string;
}): { field: ResetField; problem: 'code' | 'password' | 'passwordFormat' | 'mismatch' } | null {
  if (!/^\d{6}$/.test(form.code)) return { field: 'code', problem: 'code' };
  if (form.password === '') return { field: 'password', problem: 'password' };
  if (!isPassword(form.password)) return { field: 'password', problem: 'passwordFormat' };
  return form.password === form.confirm ? null : { field: 'confirm', problem: 'mismatch' };
}

/** As fieldOfCode, for a forgotten password: a wrong code belongs to its boxes. */
export function resetFieldOfCode(code: number | null): ResetField | null {
  if (code === codes.email_code_wrong) return 'code';
  const field = fieldOfCode(code);
  return field === 'referrer' ? null : field;
}
