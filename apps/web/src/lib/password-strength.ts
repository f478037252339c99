// How strong a new password looks. It advises; what is refused is said by the contract's rules and by the server.
import { isPassword } from '@cormorant/contract/credential-forms.ts';

/** 0 (nothing typed) to 4. Length counts most; a password the server would refuse is never better than weak. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (!isPassword(password)) return 1;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const varied = new Set(password).size >= 8;
  const points = Number(password.length >= 12) + Number(password.length >= 16) + Number(kinds >= 3) + Number(varied);
  return points >= 3 ? 4 : points === 2 ? 3 : 2;
}
