// What follows from an answer besides its data (specification, part 8): toasts, the end of a session, redirects. Kept
// apart from sending so that each rule stands alone and can be tested alone.

import type { Route } from 'virtual:contract-routes';
import * as codes from '@cormorant/contract/codes.ts';
import type { Envelope } from '@cormorant/contract/envelope.ts';
import { successTexts } from '@cormorant/contract/texts.ts';
import { currentPath } from '../../platform/browser.ts';
import { goTo } from '../navigation.ts';
import { beginLeaving, endSession, resetSession, useLeaving, useSession } from '../stores/session.ts';
import { useTheme } from '../stores/theme.ts';
import { showToast } from '../toasts.ts';
import { type ApiError, clientText } from './errors.ts';

const successCode = 1;
export const sessionCodes: readonly number[] = [codes.token_missing, codes.token_expired, codes.token_invalid];
export const sessionInvalidMs = 1500;
export const redirectMs = 1000;

export interface Shown {
  readonly route: Route;
  readonly screenHandled: boolean;
  readonly quiet: boolean;
  /** The token the call went out with: an answer to an older session must not end the present one. */
  readonly token: string;
}

function showsErrors({ route, screenHandled }: Shown): boolean {
  return route.autoToast && !screenHandled && !route.poll;
}

export function followEnvelope(envelope: Envelope, shown: Shown): void {
  const visible = envelope.show === undefined || envelope.show === 1;
  if (envelope.code === successCode) {
    if (visible && !shown.quiet) showToast('success', envelope.msg || successTexts.ok[useTheme.getState().language]);
  } else if (sessionCodes.includes(envelope.code)) {
    endInvalidSession(envelope.msg || clientText('failed'), shown.token);
    return;
  } else if (visible && showsErrors(shown)) {
    showToast('error', envelope.msg || clientText('failed'));
  }
  followRedirect(envelope.redirect);
}

/** A broken way there or back. Answers the error itself, for throwing. */
export function followFailure(error: ApiError, shown: Shown): ApiError {
  if (error.kind === 'http' && error.status === 401) {
    if (isCurrent(shown.token)) leaveInvalidSession(error.message, redirectMs);
  } else if (error.kind !== 'aborted' && showsErrors(shown)) {
    showToast('error', error.message);
  }
  return error;
}

/** Message, storage cleared, 1.5 s later the login page. Many calls may find out at once; it happens once. */
export function endInvalidSession(message: string, token: string): void {
  if (isCurrent(token)) leaveInvalidSession(message, sessionInvalidMs);
}

function leaveInvalidSession(message: string, delayMs: number): void {
  if (useLeaving.getState().leaving) return;
  const from = currentPath();
  beginLeaving();
  resetSession();
  showToast('error', message);
  setTimeout(() => goTo('/login', { replace: true, from }), delayMs);
}

/** A log-out by the person: at once, and without a way back to where they were. */
export function leaveByChoice(): void {
  beginLeaving();
  endSession();
  goTo('/login', { replace: true });
}

function isCurrent(token: string): boolean {
  return useSession.getState().token === token;
}

/** Only inside the app: one leading slash; two would name another host. */
function followRedirect(path: string | undefined): void {
  if (path === undefined || !/^\/(?![/\\])/.test(path)) return;
  setTimeout(() => goTo(path), redirectMs);
}
