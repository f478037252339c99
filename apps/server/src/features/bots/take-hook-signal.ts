// A webhook's signal on its way to its bot. Whoever has the token may send; an unknown token, a missing or wrong signature
// and a bot that wants no webhooks answer the same, so that nothing is learnt of who owns what. What passes is kept as it
// came, counted, never followed twice, and handed to the runner, whose bot decides under its own guards and logs why.
import { signalsPerMinute } from '@cormorant/contract/call.ts';
import type { hookSignal } from '@cormorant/contract/calls/hooks.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import { type CallContext, type Handler, Refusal } from '../handler.ts';
import { granted } from './bot-deps.ts';
import { hookSecret, hookTokenHash, isSignedBy } from './hook-token.ts';
import type { HookDeps } from './make-hook.ts';

const TOLERANCE_S = 300;
/** Later than any second of this age, so it counts milliseconds. */
const FIRST_MS = 100_000_000_000;

export function takeHookSignal(deps: HookDeps): Handler<typeof hookSignal> {
  const { hooks, runner, settings, store } = deps;
  return async ({ body }, context) => {
    const { nowMs } = context;
    const hook = await trusted(context);
    const late = body.ts !== undefined && Math.abs(secondsOf(body.ts) - nowMs / 1000) > TOLERANCE_S;
    const blocked = body.action !== 'close' && settings.get('maintenance') === 1;
    const refusedWith = late ? codes.field_range : blocked ? codes.maintenance : null;
    const signal = { signalId: body.id, body: context.door?.body ?? '', address: context.ip, nowMs, refusedWith };
    const taken = await hooks.take(hook.botId, signal, signalsPerMinute);
    if (taken.outcome === 'crowded') throw new Refusal(codes.too_many_requests, { waitMs: taken.waitMs });
    if (taken.outcome === 'again') throw new Refusal(codes.duplicate_submit);
    if (late) throw new Refusal(codes.field_range, { data: { field: 'ts', ...rangeOf(nowMs) } });
    if (blocked) throw new Refusal(codes.maintenance);
    const { id, action, side = '', amount = null } = body;
    const answer = await runner.signal(hook.userId, hook.botId, { id, action, side, amount });
    await hooks.answer(taken.id, answer.outcome === 'done' ? 1 : answer.code);
    granted(answer);
    return { id };
  };

  /** The bot behind the token, if the sender has what it asks for. */
  async function trusted({ door }: CallContext) {
    const token = door?.token ?? '';
    const signature = door?.signature ?? '';
    const signed = isSignedBy(hookSecret(deps.pepper, token), door?.body ?? '', signature);
    const hook = await hooks.byToken(hookTokenHash(token));
    const bot = hook === null ? null : await store.bot(hook.userId, hook.botId);
    const wantsSigned = String(bot?.params['webhook_signed'] ?? '0') === '1';
    const open = String(bot?.params['webhook'] ?? '0') === '1';
    // A signature that was sent must be right, asked for or not.
    if (hook === null || !open || (!signed && (wantsSigned || signature !== ''))) throw new Refusal(codes.unauthorized);
    return hook;
  }
}

function secondsOf(ts: number): number {
  return ts >= FIRST_MS ? ts / 1000 : ts;
}

function rangeOf(nowMs: number): { min: number; max: number } {
  const now = Math.floor(nowMs / 1000);
  return { min: now - TOLERANCE_S, max: now + TOLERANCE_S };
}
