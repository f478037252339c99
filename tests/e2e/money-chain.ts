// Deposits and withdrawals in each of their states, for the screens that show them.
import type { Page } from '@playwright/test';
import { answerOf, isEnglish } from './money.ts';

const own = '0x3fA927C0d4E1b6885Af2c9D07e13B4a6F52c8b90';
const cold = '0x71C45f0eB2a9D38c6F1E4a7B90C2d5E8f307d89A';
const txid = `0x8d21${'7a3f'.repeat(14)}c40f`;

const network = {
  ...{ network: 'BEP20', chain_id: 56, coin: 'USDT', contract: own, decimals: 18, min: '1', confirmations: 15 },
  ...{ eta_seconds: 45, status: 'on', explorer: 'https://bscscan.com/tx/' },
};

const deposits = [
  ['confirming', '200', 9],
  ['seen', '35.5', 0],
  ['credited', '150', 15],
  ['below_min', '0.4', 15],
  ['orphaned', '80', 0],
] as const;

function depositRow([status, amount, confirmations]: (typeof deposits)[number], at: number) {
  return {
    ...{ id: 9 - at, network: 'BEP20', chain_id: 56, txid, log_index: 3, from: cold, to: own, raw: '0', amount },
    ...{ confirmations, required: 15, status, created_at: Date.UTC(2026, 6, 28 - at, 4, 6) },
  };
}

/** Deposits on their way and in every other state; `closed` says why none can be made. */
export async function withDeposits(page: Page, closed = ''): Promise<void> {
  const info = {
    ...{ networks: [network], enabled: closed === '' ? 1 : 0, notice: closed, faucet: '' },
    records: deposits.map(depositRow),
  };
  const address = {
    ...{ network: 'BEP20', chain_id: 56, address: own, contract: own, decimals: 18, memo: '' },
    qr_text: `ethereum:${own}@56/transfer`,
  };
  await page.route('**/api/user/depositInfo', (route) => route.fulfill(answerOf(info)));
  await page.route('**/api/user/depositAddress**', (route) => route.fulfill(answerOf(address)));
}

export const withdrawStates = [
  ...['submitted', 'reviewing', 'approved', 'signed', 'broadcast', 'confirmed', 'cancelled', 'rejected', 'failed'],
] as const;
export type WithdrawState = (typeof withdrawStates)[number];

const reasons: Partial<Record<WithdrawState, readonly [string, string]>> = {
  rejected: ['地址与账户历史不符,请联系客服', 'The address does not fit the history, contact support'],
  cancelled: ['应您的要求取消', 'Cancelled as you asked'],
};

function withdrawRow(status: WithdrawState, id: number, english: boolean) {
  const [zh, en] = reasons[status] ?? [];
  const reason = english ? en : zh;
  return {
    ...{ id, sn: `W2608010031884${id % 10}`, network: 'BEP20', address: cold, amount: '100', fee: '1', receive: '99' },
    ...{ status, explorer: network.explorer, created_at: Date.UTC(2026, 7, id, 13, 47) },
    ...(['broadcast', 'confirmed', 'failed'].includes(status) && { txid }),
    ...(reason !== undefined && { reason }),
  };
}

export interface WithdrawalsSeen {
  /** In the list. */
  readonly states?: readonly WithdrawState[];
  /** What becomes of the one that is asked for; without it the payment password is wrong. */
  readonly made?: WithdrawState;
  readonly payment?: 0 | 1;
  readonly enabled?: 0 | 1;
  readonly hold_until?: number;
}

/** Money that can be withdrawn, and withdrawals in the wanted states. */
export async function withWithdrawals(page: Page, seen: WithdrawalsSeen = {}): Promise<void> {
  const { states = [], made, enabled = 1, payment = 1, ...rest } = seen;
  let asked = false;
  // Whoever opens the screen again has asked for nothing yet.
  page.on('load', () => {
    asked = false;
  });
  await page.route('**/api/user/withdrawInfo', (route) => {
    const english = isEnglish(route);
    const list = [...(asked && made ? [made] : []), ...states];
    return route.fulfill(
      answerOf({
        ...{ available: '270.5', min: '10', max: '10000', fee: '1', daily_limit: '20000', daily_used: '0' },
        ...{ networks: [network], need_payment: 1, payment, enabled, ...rest },
        addresses: [{ address: cold, label: english ? 'Cold wallet' : '冷钱包', last_used_at: Date.UTC(2026, 6, 21) }],
        eta_text: english ? 'About 3 minutes after review' : '人工审核后约 3 分钟',
        records: list.map((status, at) => withdrawRow(status, 20 + list.length - at, english)),
      }),
    );
  });
  await page.route('**/api/user/withdraw', (route) => {
    asked = true;
    const english = isEnglish(route);
    if (made !== undefined) return route.fulfill(answerOf(withdrawRow(made, 21 + states.length, english)));
    const msg = english ? 'Payment password incorrect, 4 attempts left' : '支付密码错误,还可尝试4次';
    return route.fulfill({ json: { code: 1313, show: 1, msg, data: null } });
  });
}

/** Where the form of a withdrawal is filled in, this is what is written. */
export const writtenWithdrawal = { address: cold, amount: '100' } as const;
