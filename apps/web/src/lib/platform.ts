// Where the app runs, for screens and stores: in a browser, or in the native shell of a phone.
import { platform as current, type Platform, terminal } from '../platform/native.ts';

export const platform: Platform = current;
export const isNative = current !== 'web';
export const terminalCode = terminal;
/** The terminal code of a sign-in by wallet, wherever it happens. */
export const walletTerminalCode = 4;
