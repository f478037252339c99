// The rules of account and password as the form checks them before asking the server, in the order of the catalogue
// (1103 to 1110). The server checks again and has the last word.

/** The sentence to show, as a key of identity.required. */
export type Problem = 'account' | 'accountFormat' | 'password' | 'passwordFormat' | 'mismatch' | 'referrer';
export type FormField = 'account' | 'password' | 'confirm' | 'referrer';

export interface Refusal {
  readonly field: FormField;
  readonly problem: Problem;
}

const accountName = /^[A-Za-z][A-Za-z0-9_]{3,31}$/;
const email = /^[^\s@<>"'()]{1,64}@[^\s@<>"'()]{1,180}\.[A-Za-z]{2,24}$/;

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
  if (!accountName.test(name) && !email.test(name)) return { field: 'account', problem: 'accountFormat' };
  if (password === '') return { field: 'password', problem: 'password' };
  if (!isPassword(password)) return { field: 'password', problem: 'passwordFormat' };
  if (password !== confirm) return { field: 'confirm', problem: 'mismatch' };
  const code = referrer.trim();
  if (code !== '' && code.length < 3) return { field: 'referrer', problem: 'referrer' };
  return null;
}

function isPassword(text: string): boolean {
  return text.length >= 8 && text.length <= 64 && /[A-Za-z]/.test(text) && /\d/.test(text);
}

/** 0 (nothing typed) to 4. Length counts most; a password the server would refuse is never better than weak. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (!isPassword(password)) return 1;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const varied = new Set(password).size >= 8;
  const points = Number(password.length >= 12) + Number(password.length >= 16) + Number(kinds >= 3) + Number(varied);
  return points >= 3 ? 4 : points === 2 ? 3 : 2;
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
