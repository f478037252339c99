// A webhook's signal on its way to its bot. Whoever has the token may send; an unknown token, a missing or wrong signature
// and a bot that wants no webhooks answer the same, so that nothing is learnt of who owns what. What passes is kept as it
// came, counted, never followed twice, and handed to the runner, whose bot decides under its own guards and logs why.
import { signalsPerMinute } from '@cormorant/contract/call.ts';
import type { hookSignal } from '@cormorant/contract/calls/hooks.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { SignalRefusal } from '../../ports/bot-runner.ts';
import type { Hook } from '../../ports/hook-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { CallContext, Handler, Malformed } from '../handler.ts';
import { granted } from './bot-deps.ts';
import { hookSecret, hookTokenHash, isSignedBy } from './hook-token.ts';
import type { HookDeps } from './make-hook.ts';

const TOLERANCE_S = 300;
/** Later than any second of this age, so it counts milliseconds. */
const FIRST_MS = 100_000_000_000;

export function takeHookSignal(deps: HookDeps): Handler<typeof hookSignal> {
  const { hooks, runner, settings } = deps;
  return async ({ body }, context) => {
    const { nowMs } = context;
    const hook = await trusted(deps, context.door);
    if (hook === null) throw new Refusal(codes.unauthorized);
    const late = body.ts !== undefined && Math.abs(secondsOf(body.ts) - nowMs / 1000) > TOLERANCE_S;
    const blocked = body.action !== 'close' && settings.get('maintenance') === 1;
    const refusedWith = late ? codes.field_range : blocked ? codes.maintenance : null;
    const signal = { signalId: body.id, body: context.door?.body ?? '', address: context.ip, nowMs, refusedWith };
    const taken = await hooks.take(hook.botId, signal, signalsPerMinute);
    if (taken.outcome === 'crowded') throw new Refusal(codes.too_many_requests, { waitMs: taken.waitMs });
    const { id, action, side = '', amount = null } = body;
    if (taken.outcome === 'again') {
      await tell(deps, hook, { why: 'hook_repeated', code: codes.duplicate_submit, data: { id } });
      throw new Refusal(codes.duplicate_submit);
    }
    if (late) {
      await tell(deps, hook, { why: 'hook_late', code: codes.field_range, data: { id } });
      throw new Refusal(codes.field_range, { data: { field: 'ts', ...rangeOf(nowMs) } });
    }
    if (blocked) {
      await tell(deps, hook, { why: 'hook_maintenance', code: codes.maintenance, data: { id } });
      throw new Refusal(codes.maintenance);
    }
    const answer = await runner.signal(hook.userId, hook.botId, { id, action, side, amount });
    await hooks.answer(taken.id, answer.outcome === 'done' ? 1 : answer.code);
    const { floored } = granted(answer);
    return { id, ...(floored !== null && { amount: floored }) };
  };
}

/** What came to a known address and cannot be read as a signal: kept and counted as one, and told in the bot's log. */
export function noteMalformedSignal(deps: HookDeps) {
  return async ({ code, field, door, ip, nowMs }: Malformed): Promise<void> => {
    const hook = await trusted(deps, door);
    if (hook === null) return;
    // The database has no text with the character 0.
    const body = door.body.replaceAll('\0', '');
    const signal = { signalId: '', body, address: ip, nowMs, refusedWith: code };
    const taken = await deps.hooks.take(hook.botId, signal, signalsPerMinute);
    if (taken.outcome !== 'taken') return;
    await tell(deps, hook, { why: 'hook_unread', code, data: field === null ? {} : { field } });
  };
}

/** The bot behind the token, if the sender has what it asks for. */
async function trusted({ hooks, pepper, store }: HookDeps, door: CallContext['door']): Promise<Hook | null> {
  const { token = '', body = '', signature = '' } = door ?? {};
  const secret = hookSecret(pepper, token);
  // Tools end a text with a newline that was not there when it was signed.
  const signed = isSignedBy(secret, body, signature) || isSignedBy(secret, body.replace(/\r?\n$/, ''), signature);
  const hook = await hooks.byToken(hookTokenHash(token));
  const bot = hook === null ? null : await store.bot(hook.userId, hook.botId);
  const wantsSigned = String(bot?.params['webhook_signed'] ?? '0') === '1';
  const open = String(bot?.params['webhook'] ?? '0') === '1';
  // A signature that was sent must be right, asked for or not.
  return open && (signed || (!wantsSigned && signature === '')) ? hook : null;
}

/** The answer is the refusal itself, whether its row could be written or not. */
async function tell({ runner }: HookDeps, { userId, botId }: Hook, refusal: SignalRefusal): Promise<void> {
  await runner.refuseSignal(userId, botId, refusal);
}

function secondsOf(ts: number): number {
  return ts >= FIRST_MS ? ts / 1000 : ts;
}

function rangeOf(nowMs: number): { min: number; max: number } {
  const now = Math.floor(nowMs / 1000);
  return { min: now - TOLERANCE_S, max: now + TOLERANCE_S };
}
