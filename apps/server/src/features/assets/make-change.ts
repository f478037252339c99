// A conversion among a user's own accounts, or a transfer to another user. The checks come in the order of a withdrawal's:
// open, security hold, payment password, recipient, amount, limits, and last what the accounts hold, judged while they are
// taken.
import type { userChange } from '@cormorant/contract/calls/account.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { Change } from '@cormorant/contract/entities/account.ts';
import { convertedOf, convertJournal, transferJournal } from '@cormorant/core/ledger/change-journals.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import {
  ChangeNotBooked,
  type ChangeStore,
  type ChangeView,
  type DoneChange,
  type NewChange,
} from '../../ports/change-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Settings } from '../../ports/settings.ts';
import type { UserRow, UserStore } from '../../ports/user-store.ts';
import type { CallContext, Handler } from '../handler.ts';
import { maskName } from '../mask-name.ts';
import {
  amountOf,
  assertBalance,
  assertDaily,
  assertFreeFuel,
  assertMinimum,
  assertPoints,
  changeFreeOf,
  dayStartOf,
  type PairRule,
  pairRules,
  transferTerms,
} from './change-rules.ts';

const SN = /^[1-9]\d{7}$/;

export interface MakeChangeDeps {
  readonly changes: ChangeStore;
  readonly users: Pick<UserStore, 'byId' | 'byReferralCode'>;
  readonly settings: Settings;
  /** Throws the refusal of a wrong, missing or locked payment password. */
  readonly checkPayment: (userId: number, payment: string, context: CallContext) => Promise<unknown>;
}

type Body = Parameters<Handler<typeof userChange>>[0]['body'];
type Convert = Extract<Body, { kind: 'convert' }>;
type Transfer = Extract<Body, { kind: 'transfer' }>;

/** Without one where one is asked for: 1312 where none is set, else it is missing. */
async function assertPayment(
  { checkPayment, users }: MakeChangeDeps,
  payment: string | undefined,
  context: CallContext,
): Promise<void> {
  if (payment !== undefined) {
    await checkPayment(context.userId, payment, context);
    return;
  }
  const user = await users.byId(context.userId);
  if (!user?.paymentHash) throw new Refusal(codes.payment_not_set, { redirect: '/my/password/payment' });
  throw new Refusal(codes.field_required, { data: { field: 'payment' } });
}

function assertNotHeld(untilMs: number | null | undefined, nowMs: number): void {
  const until = untilMs ?? 0;
  if (until > nowMs) throw new Refusal(codes.security_hold, { data: { until, left_ms: until - nowMs } });
}

/** Judged as soon as the amount can be read: too little of it to need a password. */
function isFree({ pair }: PairRule, { amount }: Convert, settings: Settings): boolean {
  return (
    pair === 'balance>fuel' &&
    /^\d{1,9}(\.\d{1,8})?$/.test(amount) &&
    amountOf(amount, 'balance') <= changeFreeOf(settings)
  );
}

function judgeConversion({ dailyE18, pair }: PairRule, amountE18: bigint) {
  return (view: ChangeView): void => {
    if (dailyE18 !== null) assertDaily(view.used.pointsE18, amountE18, dailyE18);
    if (pair === 'fuel>balance') assertFreeFuel(view, amountE18);
    else if (pair === 'points>fuel') assertPoints(view, amountE18);
    else assertBalance(view, amountE18);
  };
}

export function makeChange(deps: MakeChangeDeps): Handler<typeof userChange> {
  const { changes, settings, users } = deps;

  function shown(done: DoneChange, recipient: UserRow | null): Change {
    return {
      ...{ id: done.id, kind: done.kind, from: done.from, to: done.to, rate: done.rate, remark: done.remark },
      amount: format18(done.amountE18),
      receive: format18(done.receiveE18),
      ...(recipient !== null && { to_user_sn: recipient.sn, to_nickname_mask: maskName(recipient.nickname) }),
      status: 'done',
      created_at: done.createdAtMs,
    };
  }

  async function carryOut(
    change: NewChange,
    judge: (view: ChangeView) => void,
    journalOf: Parameters<ChangeStore['make']>[3],
  ): Promise<DoneChange> {
    const done = await changes.make(change, dayStartOf(change.nowMs), judge, journalOf);
    if (done === null) throw new Refusal(codes.request_id_conflict);
    return done;
  }

  async function convert(body: Convert, context: CallContext): Promise<Change> {
    const { from, payment, to } = body;
    const requestId = body.request_id.toLowerCase();
    const { nowMs, userId } = context;
    const rule = pairRules.find((known) => known.from === from && known.to === to);
    if (rule === undefined) throw new Refusal(codes.change_pair);
    if (!isFree(rule, body, settings)) await assertPayment(deps, payment, context);
    const amountE18 = amountOf(body.amount, from);
    assertMinimum(amountE18, rule.minE18);
    const change: NewChange = {
      ...{
        userId,
        requestId,
        kind: 'convert',
        from,
        to,
        toUserId: null,
        amountE18,
        rate: rule.rate,
        remark: '',
        nowMs,
      },
      receiveE18: convertedOf(rule.pair, amountE18),
    };
    const done = await carryOut(change, judgeConversion(rule, amountE18), (changeId) =>
      convertJournal(rule.pair, { requestId, changeId, userId, amountE18 }),
    );
    return shown(done, null);
  }

  async function recipientOf(uid: string, userId: number): Promise<UserRow> {
    const found = SN.test(uid) ? await users.byReferralCode(uid) : null;
    if (found === null || found.status !== 'active') throw new Refusal(codes.transfer_user);
    if (found.id === userId) throw new Refusal(codes.transfer_self);
    return found;
  }

  async function transfer(body: Transfer, context: CallContext): Promise<Change> {
    const { from, payment, remark } = body;
    const requestId = body.request_id.toLowerCase();
    const { nowMs, userId } = context;
    assertNotHeld((await users.byId(userId))?.securityHoldUntilMs, nowMs);
    await assertPayment(deps, payment, context);
    const recipient = await recipientOf(body.to_uid, userId);
    const { dailyE18, minE18 } = transferTerms(settings);
    const amountE18 = amountOf(body.amount, from);
    assertMinimum(amountE18, minE18);
    const change: NewChange = {
      ...{ userId, requestId, kind: 'transfer', from, to: from, toUserId: recipient.id, amountE18, rate: '1' },
      ...{ receiveE18: amountE18, remark, nowMs },
    };
    const judge = (view: ChangeView): void => {
      // Who may take nothing out sends nothing to one who may.
      if (view.stopped) throw new Refusal(codes.feature_disabled);
      assertNotHeld(view.holdUntilMs, nowMs);
      assertDaily(view.used.transferredE18, amountE18, dailyE18);
      if (from === 'fuel') assertFreeFuel(view, amountE18);
      else assertBalance(view, amountE18);
    };
    const done = await carryOut(change, judge, (changeId) =>
      transferJournal(from, { requestId, changeId, userId, amountE18 }, recipient.id, remark),
    ).catch((error: unknown) => {
      if (!(error instanceof ChangeNotBooked)) throw error;
      context.log('error', 'a transfer was not booked', error);
      throw new Refusal(codes.transfer_failed);
    });
    context.say('transferred');
    return shown(done, recipient);
  }

  return async ({ body }, context) => {
    if (body.kind === 'convert') return convert(body, context);
    if (!transferTerms(settings).open) throw new Refusal(codes.feature_disabled);
    if (body.dry === 0) return transfer(body, context);
    const { nickname, sn } = await recipientOf(body.to_uid, context.userId);
    return { to_user_sn: sn, to_nickname_mask: maskName(nickname) };
  };
}
