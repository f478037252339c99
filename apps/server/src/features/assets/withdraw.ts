// Taking out by the chain: what can be taken, and asking for it. Invariant: the checks come in the order of product.md 2.3;
// the last ones are made again in the transaction that freezes the amount. What came of a request is answered before any of
// them.
import type { userWithdraw, userWithdrawInfo } from '@cormorant/contract/calls/custody.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { NETWORK, type SimilarAddress } from '@cormorant/contract/entities/custody.ts';
import { takenFor } from '@cormorant/core/custody/similar-address.ts';
import { accountingDay, dayStartMs } from '@cormorant/core/ledger/accounting-day.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { DepositStore } from '../../ports/deposit-store.ts';
import type { LedgerStore } from '../../ports/ledger-store.ts';
import type { Random } from '../../ports/random.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Settings } from '../../ports/settings.ts';
import type { UserStore } from '../../ports/user-store.ts';
import type { NamedAddress, SubmitOutcome, WithdrawalRow, WithdrawalStore } from '../../ports/withdrawal-store.ts';
import type { CallContext, Handler } from '../handler.ts';
import { similarOf, withdrawalView } from './custody-view.ts';
import { type Custody, networkOf } from './deposit.ts';

const RECORDS = 10;
const DAY_MS = 86_400_000;
const SN_TRIES = 5;

export interface WithdrawDeps {
  readonly custody: () => Custody | null;
  readonly deposits: DepositStore;
  readonly withdrawals: WithdrawalStore;
  readonly ledger: Pick<LedgerStore, 'holdingsOf'>;
  readonly users: Pick<UserStore, 'byId'>;
  readonly settings: Settings;
  readonly random: Random;
  readonly checksumAddress: (address: string) => string;
  /** Throws the refusals of payment passwords. */
  readonly checkPayment: (userId: number, payment: string, context: CallContext) => Promise<unknown>;
}

const todayFrom = (nowMs: number): number => dayStartMs(accountingDay(nowMs));

type MoneyKey = 'withdraw_min' | 'withdraw_max' | 'withdraw_daily' | 'withdraw_fee';
const moneyOf = (settings: Settings, key: MoneyKey): bigint => parse18(String(settings.get(key)));

const etaTexts = { zh: '人工审核后约 3 分钟', en: 'About 3 minutes after review' } as const;

export function showWithdrawInfo(deps: WithdrawDeps): Handler<typeof userWithdrawInfo> {
  const { custody, withdrawals, ledger, users, settings, checksumAddress } = deps;
  return async (_request, { lang, nowMs, userId }) => {
    const [user, held, used, addresses, rows, stop, familiar] = await Promise.all([
      users.byId(userId),
      ledger.holdingsOf(userId),
      withdrawals.usedSince(userId, todayFrom(nowMs)),
      withdrawals.addressesOf(userId),
      withdrawals.listOf(userId, RECORDS),
      withdrawals.stopOf(userId),
      withdrawals.familiarOf(userId),
    ]);
    const open = custody();
    const until = user?.securityHoldUntilMs ?? null;
    const enabled = open !== null && settings.get('withdraw_open') === 1 && stop === '';
    return {
      available: format18(held.holdings.available),
      min: String(settings.get('withdraw_min')),
      max: String(settings.get('withdraw_max')),
      fee: String(settings.get('withdraw_fee')),
      daily_limit: String(settings.get('withdraw_daily')),
      daily_used: format18(used),
      networks: networkOf(deps),
      need_payment: 1,
      payment: user === null || user.paymentHash === null ? 0 : 1,
      ...(until !== null && until > nowMs ? { hold_until: until } : {}),
      addresses: addresses.map(({ address, label, lastUsedAtMs }) => ({
        address: checksumAddress(address),
        label,
        last_used_at: lastUsedAtMs,
        ...similarOf(address, familiar, checksumAddress),
      })),
      eta_text: etaTexts[lang],
      enabled: enabled ? 1 : 0,
      records: rows.map(withdrawalView({ checksumAddress, explorer: open?.explorer ?? '' })),
    };
  };
}

/** All in one case is no checksum; of both cases it must be right. */
function isWellWritten(address: string, checksumAddress: WithdrawDeps['checksumAddress']): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return checksumAddress(address) === address;
}

function amountOf(text: string): bigint {
  const isForm = /^\d{1,15}(\.\d{1,8})?$/.test(text);
  const amount = isForm ? parse18(text) : 0n;
  if (amount === 0n) throw new Refusal(codes.amount_invalid, { data: { field: 'amount' } });
  return amount;
}

function refuseHeld(untilMs: number): never {
  throw new Refusal(codes.security_hold, { data: { until: untilMs } });
}

/** `W`, the accounting day and eight digits that tell nothing of how many there are. */
function newSn(nowMs: number, random: Random): string {
  const day = new Date(accountingDay(nowMs) * DAY_MS).toISOString().slice(2, 10).replaceAll('-', '');
  return `W${day}${String(random.integer(0, 100_000_000)).padStart(8, '0')}`;
}

function similarView(one: NamedAddress, checksumAddress: WithdrawDeps['checksumAddress']): SimilarAddress {
  const { address, label, lastUsedAtMs, source } = one;
  return {
    ...{ address: checksumAddress(address), label, source },
    ...(lastUsedAtMs === null ? {} : { last_used_at: lastUsedAtMs }),
  };
}

type Asked = Parameters<Handler<typeof userWithdraw>>[0]['body'];

/** 7010 where the request was another one. */
function sameAsBefore(row: WithdrawalRow, { address, amount, network }: Asked): WithdrawalRow {
  const same = row.network === network && row.address === address.trim().toLowerCase();
  if (!same || row.amountE18 !== amountOf(amount)) throw new Refusal(codes.request_id_conflict);
  return row;
}

export function submitWithdrawal(deps: WithdrawDeps): Handler<typeof userWithdraw> {
  const { custody, deposits, withdrawals, users, settings, random, checksumAddress, checkPayment } = deps;

  async function assertMayLeave(userId: number, nowMs: number): Promise<Custody> {
    const open = custody();
    if (open === null || settings.get('withdraw_open') !== 1) throw new Refusal(codes.withdraw_closed);
    if ((await withdrawals.stopOf(userId)) !== '') throw new Refusal(codes.withdraw_closed);
    const until = (await users.byId(userId))?.securityHoldUntilMs ?? null;
    if (until !== null && until > nowMs) refuseHeld(until);
    return open;
  }

  /** Nobody has a key of these: what is sent there is lost, or comes back to us. */
  async function addressOf(text: string, { chain }: Custody, userId: number): Promise<string> {
    const written = text.trim();
    if (!isWellWritten(written, checksumAddress)) throw new Refusal(codes.address_invalid);
    const address = written.toLowerCase();
    if (/^0x0{36}/.test(address) || address === chain.contract) throw new Refusal(codes.address_invalid);
    if (await deposits.isOurs(address)) throw new Refusal(codes.address_self);
    const own = (await users.byId(userId))?.address?.toLowerCase();
    if (address !== own && (await chain.isContract(address))) throw new Refusal(codes.address_invalid);
    return address;
  }

  /** Asked once everything else is in order: nobody learns to wave it through. */
  async function assertCompared(address: string, { similar_ack }: Asked, userId: number): Promise<void> {
    if (similar_ack === 1) return;
    const similar = takenFor(address, await withdrawals.familiarOf(userId));
    if (similar.length === 0) return;
    throw new Refusal(codes.address_similar, {
      data: {
        ...{ field: 'address', address: checksumAddress(address) },
        similar: similar.map((one) => similarView(one, checksumAddress)),
      },
    });
  }

  function amountIn(text: string): bigint {
    const amount = amountOf(text);
    const [min, max] = [settings.get('withdraw_min'), settings.get('withdraw_max')];
    const least = moneyOf(settings, 'withdraw_min');
    if (amount < least || amount <= moneyOf(settings, 'withdraw_fee')) {
      throw new Refusal(codes.withdraw_min, { params: { min }, data: { min: String(min) } });
    }
    if (amount > moneyOf(settings, 'withdraw_max')) {
      throw new Refusal(codes.withdraw_max, { params: { max }, data: { max: String(max) } });
    }
    return amount;
  }

  function doneOf(outcome: SubmitOutcome, asked: Asked): WithdrawalRow | null {
    switch (outcome.state) {
      case 'done':
        return outcome.row;
      case 'before':
        return sameAsBefore(outcome.row, asked);
      case 'sn_taken':
        return null;
      case 'held':
        return refuseHeld(outcome.untilMs);
      case 'stopped':
        throw new Refusal(codes.withdraw_closed);
      case 'daily':
        throw new Refusal(codes.withdraw_daily);
      case 'in_progress':
        throw new Refusal(codes.withdraw_pending);
      case 'short':
        throw new Refusal(codes.balance_insufficient);
    }
  }

  return async ({ body }, context) => {
    const { nowMs, userId } = context;
    const requestId = body.request_id.toLowerCase();
    const shown = withdrawalView({ checksumAddress, explorer: custody()?.explorer ?? '' });
    const before = await withdrawals.ofRequest(userId, requestId);
    if (before !== null) return shown(sameAsBefore(before, body));
    const open = await assertMayLeave(userId, nowMs);
    await checkPayment(userId, body.payment, context);
    if (body.network !== NETWORK) throw new Refusal(codes.network_invalid);
    const address = await addressOf(body.address, open, userId);
    const amountE18 = amountIn(body.amount);
    await assertCompared(address, body, userId);
    const asked = {
      ...{ requestId, userId, network: NETWORK, address, label: body.label ?? null, amountE18, nowMs },
      feeE18: moneyOf(settings, 'withdraw_fee'),
      dailyE18: moneyOf(settings, 'withdraw_daily'),
      dayStartMs: todayFrom(nowMs),
    };
    for (let tries = SN_TRIES; tries > 0; tries -= 1) {
      const row = doneOf(await withdrawals.submit({ ...asked, sn: newSn(nowMs, random) }), body);
      if (row !== null) return shown(row);
    }
    throw new Refusal(codes.withdraw_failed);
  };
}
