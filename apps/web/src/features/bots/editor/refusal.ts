// Where a refusal of the server is shown: at the field it speaks of, else above the buttons with what cures it.
import type { TFunction } from 'i18next';
import type { ApiError } from '../../../lib/api/errors.ts';

/** Refusals that name no field but concern one. */
const fieldOfCode: Readonly<Record<number, string>> = {
  3005: 'symbol',
  3010: 'investment',
  4010: 'symbol',
  4019: 'investment',
};

export interface Placed {
  readonly field: string | null;
  /** Where inside a field of several parts. */
  readonly at?: string;
  readonly text: string;
  readonly code: number | null;
  /** A path inside the app that cures it. */
  readonly go: string | null;
}

export function placeRefusal(error: ApiError, drawn: ReadonlySet<string>): Placed {
  const named = typeof error.data['field'] === 'string' ? error.data['field'] : fieldOfCode[error.code ?? 0];
  const twin = error.data['bot_id'];
  const go = typeof twin === 'number' ? `/strategy/detail/${twin}` : error.data['go'];
  return {
    field: named !== undefined && drawn.has(named) ? named : null,
    ...(typeof error.data['at'] === 'string' && { at: error.data['at'] }),
    text: error.message,
    code: error.code,
    go: typeof go === 'string' && /^\/(?![/\\])/.test(go) ? go : null,
  };
}

/** What stands in the sheet while asking again may help. An answer with a code is an answer: only without one is the outcome open. */
export function passingText(error: ApiError, t: TFunction): string {
  if (error.code !== null) return error.message;
  return t('editor.unknownResult', { reason: error.message.replace(/[。.!!]$/u, '') });
}
