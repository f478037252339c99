// Puts a text on the clipboard; false when the device does not let us.
import { copyText } from '../platform/browser.ts';

export function copy(text: string): Promise<boolean> {
  return copyText(text);
}
