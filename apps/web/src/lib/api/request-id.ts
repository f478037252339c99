// The id of one intended action: made once, sent with the action and with every retry of it, so that it happens once.
import { randomUuid } from '../../platform/browser.ts';

export function newRequestId(): string {
  return randomUuid();
}
