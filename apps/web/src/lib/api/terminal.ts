// The terminal code that log in and registration carry: 1 on the web.
import { terminal } from '../../platform/browser.ts';

export const terminalCode = terminal;
