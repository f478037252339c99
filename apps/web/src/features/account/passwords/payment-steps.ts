// The way through the payment password: which boxes come one after the other, and to which of them a refusal leads back.
import { isWeakPayment } from '@cormorant/contract/credential-forms.ts';

/** Set one where none is, change it by the present one, or replace a forgotten one by proving who asks. */
export type Mode = 'set' | 'change' | 'reset';
export type Step = 'old' | 'new' | 'again' | 'proof';

const ways: Readonly<Record<Mode, readonly Step[]>> = {
  set: ['new', 'again', 'proof'],
  change: ['old', 'new', 'again'],
  reset: ['new', 'again', 'proof'],
};

export function stepsOf(mode: Mode): readonly Step[] {
  return ways[mode];
}

export interface Typed {
  readonly old: string;
  readonly new: string;
}

/** What is wrong with six digits at a step, as a key of account.payment; null when the next step may come. */
export function problemAt(step: Step, digits: string, typed: Typed): 'format' | 'weak' | 'same' | 'mismatch' | null {
  if (digits.length !== 6) return 'format';
  if (step === 'new' && isWeakPayment(digits)) return 'weak';
  if (step === 'new' && digits === typed.old) return 'same';
  return step === 'again' && digits !== typed.new ? 'mismatch' : null;
}

/** The step a refusal of the server belongs to; null stands above the button. */
export function stepOfCode(code: number | null, mode: Mode): Step | null {
  switch (code) {
    case 1307:
    case 1315:
      return 'new';
    case 1311:
      return 'again';
    case 1310:
    case 1313:
    case 1314:
      return mode === 'change' ? 'old' : 'new';
    default:
      return null;
  }
}
