// Builds the envelope of every answer: localised text, the rule for `show`, redirects that stay inside the app.
import type { Call } from '@cormorant/contract/call.ts';
import { successTextOf, textOf } from '@cormorant/contract/catalogue.ts';
import { type Envelope, isInAppPath, type Lang, showOf, successCode } from '@cormorant/contract/envelope.ts';
import { type RefusalData, refusalText, sentenceOf } from '@cormorant/contract/refusal.ts';
import type { SuccessKey } from '@cormorant/contract/texts.ts';
import type { Refusal } from '../ports/refusal.ts';

type Shown = Pick<Call, 'acts' | 'poll'>;
const plain: Shown = { acts: false };

export function successOf(call: Call, lang: Lang, data: unknown, said: SuccessKey | null): Envelope {
  const msg = successTextOf(said ?? call.success ?? 'ok', lang);
  return { code: successCode, show: showOf(call, successCode), msg, data };
}

/** An error with the catalogue's own text. */
export function errorOf(code: number, lang: Lang, data: unknown = null, call: Shown = plain): Envelope {
  return { code, show: showOf(call, code), msg: textOf(code, lang), data };
}

/** An error of a field: its label and allowed range are part of the text. */
export function fieldErrorOf(code: number, data: RefusalData, lang: Lang, call: Shown = plain): Envelope {
  const named = Object.keys(data).length > 0;
  return { code, show: showOf(call, code), msg: refusalText({ code, data }, lang), data: named ? data : null };
}

export function refusedOf(refusal: Refusal, lang: Lang, call: Call): Envelope {
  const { params, data = null, redirect } = refusal.detail;
  const msg = sentenceOf(refusal.code, { params, data }, lang);
  const envelope = { ...errorOf(refusal.code, lang, data, call), msg };
  if (redirect === undefined) return envelope;
  if (!isInAppPath(redirect)) throw new Error(`redirect ${redirect} leaves the app`);
  return { ...envelope, redirect };
}
