// Puts a text on the clipboard, false when the device does not let us; and takes one from there, null when it does not.
import { canReadClipboard, copyText, readClipboard } from '../platform/browser.ts';

export function copy(text: string): Promise<boolean> {
  return copyText(text);
}

export const canPaste = canReadClipboard;

export function paste(): Promise<string | null> {
  return readClipboard();
}
