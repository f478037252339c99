// The one error of an exchange that could not be read.
import { Unreadable } from '../../../ports/unreadable.ts';

/** The exchange could not be read: nothing is known, which is never the same as "nothing is there". */
export class ExchangeUnreadable extends Unreadable {
  /** Of the catalogue, where the exchange said why. */
  readonly code: number | null;
  constructor(detail: string, code: number | null) {
    super(`the exchange could not be read: ${detail}`);
    this.name = 'ExchangeUnreadable';
    this.code = code;
  }
}

/** What a stream tells of which a figure is missing is no event: null. */
export function heard<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExchangeUnreadable) return null;
    throw error;
  }
}
