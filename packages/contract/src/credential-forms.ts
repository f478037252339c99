// The forms of what people choose for themselves: account, e-mail address, passwords, nickname, picture. Apart from the
// calls, so that the web checks by the very same rules without loading the schemas.

const accountName = /^[A-Za-z][A-Za-z0-9_]{3,31}$/;
const email = /^[^\s@<>"'()\p{C}]{1,64}@[^\s@<>"'()\p{C}]{1,180}\.[A-Za-z]{2,24}$/u;

/** Whether it can be an account: 4-32 letters, digits, _ beginning with a letter, or an e-mail address. */
export function isAccount(text: string): boolean {
  return accountName.test(text) || email.test(text);
}

/** 8-64 characters with a letter and a digit. The list of common passwords is the server's. */
export function isPassword(text: string): boolean {
  return text.length >= 8 && text.length <= 64 && /[A-Za-z]/.test(text) && /\d/.test(text);
}

/** The form of an e-mail address that may belong to a user. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && email.test(text);
}

/** Of six digits: all alike, or each one above or below the one before it: 000000, 123456, 987654. */
export function isWeakPayment(text: string): boolean {
  const steps = new Set([...text].slice(1).map((digit, at) => Number(digit) - Number(text[at])));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
}

/** Of a nickname: letters of any script, blanks inside, nothing that could be markup or move the cursor. */
export const nicknameForm = /^[^<>\p{C}\p{Zl}\p{Zp}]+$/u;

/** The built-in pictures: a01 to a24. */
export const avatarCodes: readonly string[] = Array.from(
  { length: 24 },
  (_, at) => `a${String(at + 1).padStart(2, '0')}`,
);
