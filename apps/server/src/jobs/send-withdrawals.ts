// Looks at new withdrawals, and gives those that are approved a nonce once the hot wallet can pay them. Everything after
// the nonce is for `send-transactions.ts`. Invariant: what a risk speaks against waits for a person.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import type { RiskFact, RiskGround, WithdrawalRow, WithdrawalStore } from '../ports/withdrawal-store.ts';

/** Of the token's transfer, with room. */
export const TOKEN_GAS = 120_000n;

export interface SendWithdrawalsDeps {
  readonly chain: MoneyChain;
  readonly withdrawals: WithdrawalStore;
  readonly outbox: ChainOutbox;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Lower case. */
  readonly hotWallet: string;
  readonly tell: (row: WithdrawalRow) => void;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

/** Facts that speak for a look by a person; none = it goes by itself. */
export function riskOf(amountE18: bigint, ground: RiskGround, automaticE18: bigint, nowMs: number): RiskFact[] {
  const { addressPaidBefore, unsettledE18, creditedE18, holdUntilMs, stopped } = ground;
  const facts: [boolean, RiskFact][] = [
    [!addressPaidBefore, 'new_address'],
    [unsettledE18 > creditedE18, 'unsettled_deposits'],
    [stopped || (holdUntilMs !== null && holdUntilMs > nowMs), 'security_hold'],
    [amountE18 > automaticE18, 'above_automatic'],
  ];
  return facts.flatMap(([holds, fact]) => (holds ? [fact] : []));
}

export function sendWithdrawals(deps: SendWithdrawalsDeps) {
  const { chain, withdrawals, outbox, settings, clock, hotWallet, tell, log } = deps;
  let toldShort = false;

  async function judge(row: WithdrawalRow): Promise<void> {
    const nowMs = clock.nowMs();
    const automaticE18 = parse18(String(settings.get('auto_withdraw_max')));
    const risk = riskOf(row.amountE18, await withdrawals.riskGround(row), automaticE18, nowMs);
    const judged = await withdrawals.judge(row, risk, nowMs);
    if (judged !== null) tell(judged);
  }

  /** What is promised to transactions that may not have left the wallet yet counts as gone. */
  async function spendable(): Promise<bigint> {
    const { latest } = await chain.heads();
    const held = await chain.tokenBalance(hotWallet, latest);
    const open = (await outbox.open()).filter(({ wallet }) => wallet === hotWallet);
    return open.reduce((left, { tokenE18 }) => left - tokenE18, held);
  }

  async function reserve(approved: readonly WithdrawalRow[]): Promise<void> {
    let left = await spendable();
    let short = false;
    const firstNonce = await chain.minedNonce(hotWallet);
    for (const { id, address, amountE18, feeE18, sn } of approved) {
      const tokenE18 = amountE18 - feeE18;
      if (tokenE18 > left) {
        short = true;
        if (!toldShort) log('error', `the hot wallet cannot pay ${sn}: ${format18(tokenE18)} USDT`);
        toldShort = true;
        continue;
      }
      const send = { purpose: 'withdraw', refId: id, wallet: hotWallet, target: address } as const;
      const reserved = await outbox.reserve(
        { ...send, tokenE18, valueWei: 0n, gas: TOKEN_GAS },
        firstNonce,
        clock.nowMs(),
      );
      if (reserved !== null) left -= tokenE18;
    }
    toldShort = short;
  }

  return async (): Promise<void> => {
    for (const row of await withdrawals.inState('submitted')) await judge(row);
    if (settings.get('withdraw_open') !== 1) return;
    const approved = (await withdrawals.inState('approved')).filter(({ nonce }) => nonce === null);
    if (approved.length > 0) await reserve(approved);
  };
}
