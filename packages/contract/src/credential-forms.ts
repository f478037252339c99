// The forms of what people choose for themselves: account, e-mail address, passwords, nickname, picture. Apart from the
// calls, so that the web checks by the very same rules without loading the schemas.

const accountName = /^[A-Za-z][A-Za-z0-9_]{3,31}$/;
/** ASCII only: mail programs fold other letters, and one mailbox would be several addresses. */
const email = /^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$/;

/** Whether it can be an account: 4-32 letters, digits, _ beginning with a letter, or an e-mail address. */
export function isAccount(text: string): boolean {
  return accountName.test(text) || isEmail(text);
}

/** 8-64 characters with a letter and a digit. The list of common passwords is the server's. */
export function isPassword(text: string): boolean {
  return text.length >= 8 && text.length <= 64 && /[A-Za-z]/.test(text) && /\d/.test(text);
}

/** The form of an e-mail address that may belong to a user. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && email.test(text);
}

/** Of six digits: one digit or a group repeated (000000, 121212, 123123), or each one above or below the one before it. */
export function isWeakPayment(text: string): boolean {
  const steps = new Set([...text].slice(1).map((digit, at) => Number(digit) - Number(text[at])));
  return /^(\d{1,3})\1+$/.test(text) || (steps.size === 1 && (steps.has(1) || steps.has(-1)));
}

/**
 * Of a nickname: letters of any script, blanks inside, nothing that could be markup or move the cursor, and at least one
 * sign that can be seen (fillers, selectors and the blank Braille cell cannot).
 */
export const nicknameForm = /^(?=.*[^\p{DI}\s\u2800])[^<>\p{C}\p{Zl}\p{Zp}]+$/u;

/** The built-in pictures: a01 to a24. */
export const avatarCodes: readonly string[] = Array.from(
  { length: 24 },
  (_, at) => `a${String(at + 1).padStart(2, '0')}`,
);
