// Looks at new withdrawals, and gives those that are approved a nonce once the hot wallet can pay them. Everything after
// the nonce is for `send-transactions.ts`. Invariant: what a risk speaks against waits for a person; what the wallet cannot
// pay waits without a nonce, and operators are told once.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import type {
  RiskFact,
  RiskGround,
  WithdrawalRow,
  WithdrawalStore,
  WithdrawalWait,
} from '../ports/withdrawal-store.ts';
import { fundsOf, TOKEN_GAS } from './hot-wallet.ts';

export interface SendWithdrawalsDeps {
  readonly chain: MoneyChain;
  readonly withdrawals: WithdrawalStore;
  readonly outbox: ChainOutbox;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Lower case. */
  readonly hotWallet: string;
  /** Above this nothing is ever offered. */
  readonly mostFeeWei: bigint;
  readonly tell: (row: WithdrawalRow) => void;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

/** Facts that speak for a look by a person; none = it goes by itself. */
export function riskOf(amountE18: bigint, ground: RiskGround, automaticE18: bigint, nowMs: number): RiskFact[] {
  const { addressLooksKnown, addressPaidBefore, unsettledE18, creditedE18, holdUntilMs, stopped } = ground;
  const facts: [boolean, RiskFact][] = [
    [!addressPaidBefore, 'new_address'],
    [addressLooksKnown, 'similar_address'],
    [unsettledE18 > creditedE18, 'unsettled_deposits'],
    [stopped || (holdUntilMs !== null && holdUntilMs > nowMs), 'security_hold'],
    [amountE18 > automaticE18, 'above_automatic'],
  ];
  return facts.flatMap(([holds, fact]) => (holds ? [fact] : []));
}

export function sendWithdrawals(deps: SendWithdrawalsDeps) {
  const { chain, withdrawals, outbox, settings, clock, hotWallet, mostFeeWei, tell, log } = deps;

  async function judge(row: WithdrawalRow): Promise<void> {
    const nowMs = clock.nowMs();
    const automaticE18 = parse18(String(settings.get('auto_withdraw_max')));
    const risk = riskOf(row.amountE18, await withdrawals.riskGround(row), automaticE18, nowMs);
    const judged = await withdrawals.judge(row, risk, nowMs);
    if (judged === null) return;
    tell(judged);
    if (risk.includes('similar_address')) {
      log(
        'warn',
        `${row.sn} goes to an address that looks like another one of its owner: compare them (op withdraw list)`,
      );
    }
  }

  async function wait(row: WithdrawalRow, waits: WithdrawalWait): Promise<void> {
    if (!(await withdrawals.setWaits(row.id, waits))) return;
    const { amountE18, feeE18, sn } = row;
    const figure = `${format18(amountE18 - feeE18)} USDT`;
    if (waits === 'coin') log('error', `the hot wallet cannot pay ${sn}: ${figure}; it waits`);
    if (waits === 'gas') log('error', `the hot wallet has no gas to pay ${sn}: ${figure}; it waits`);
  }

  async function reserve(approved: readonly WithdrawalRow[]): Promise<void> {
    const has = await fundsOf(chain, hotWallet, mostFeeWei);
    const funds = { ...has, tokenE18: has.tokenE18 - parse18(String(settings.get('hot_min'))) };
    const from = { firstNonce: await chain.minedNonce(hotWallet), funds };
    let short: { readonly of: WithdrawalWait; readonly leastE18: bigint } | null = null;
    for (const row of approved) {
      const { id, address, amountE18, feeE18 } = row;
      const tokenE18 = amountE18 - feeE18;
      // What did not suffice for less does not suffice for this.
      if (short !== null && tokenE18 >= short.leastE18) {
        await wait(row, short.of);
        continue;
      }
      const send = { purpose: 'withdraw', refId: id, wallet: hotWallet, target: address } as const;
      const { state } = await outbox.reserve({ ...send, tokenE18, valueWei: 0n, gas: TOKEN_GAS }, from, clock.nowMs());
      if (state !== 'coin' && state !== 'gas') continue;
      short = { of: state, leastE18: state === 'gas' ? 0n : tokenE18 };
      await wait(row, state);
    }
  }

  return async (): Promise<void> => {
    for (const row of await withdrawals.inState('submitted')) await judge(row);
    const approved = (await withdrawals.inState('approved')).filter(({ nonce }) => nonce === null);
    if (approved.length === 0) return;
    if (settings.get('withdraw_open') === 1) return reserve(approved);
    for (const row of approved) await wait(row, 'closed');
  };
}
