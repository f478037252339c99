// Brings coin from deposit addresses to the hot wallet: gas to the address first, then all of what was credited there. What
// users own does not change by it. Invariant: each address has one sweep at a time, and each sweep one nonce for its coin; gas
// that does not reach, because prices rose, is followed by more.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox, ChainSend, SweepRow } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import { GAS_ROOM, lookAtHotWallet, PLAIN_GAS, TOKEN_GAS } from './hot-wallet.ts';

export interface SweepDepositsDeps {
  readonly chain: MoneyChain;
  readonly outbox: ChainOutbox;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Lower case. */
  readonly hotWallet: string;
  readonly log: (level: 'error', message: string) => void;
}

export function sweepDeposits({ chain, outbox, settings, clock, hotWallet, log }: SweepDepositsDeps) {
  let toldGas = false;

  /** Another gift follows one that did not reach; the outbox makes none while one is under way. */
  async function giveGas(id: number, address: string, wei: bigint): Promise<void> {
    const hot = await lookAtHotWallet(chain, outbox, hotWallet);
    const short = hot.gasWei < wei + PLAIN_GAS * hot.gasPriceWei;
    if (short && !toldGas) log('error', `the hot wallet has no gas for sweeps: ${address} waits`);
    toldGas = short;
    if (short) return;
    const what = { tokenE18: 0n, valueWei: wei, gas: PLAIN_GAS };
    const send = { ...what, purpose: 'gas', refId: id, wallet: hotWallet, target: address } as const;
    await outbox.reserve(send, await chain.minedNonce(hotWallet), clock.nowMs());
  }

  async function advance({ id, address, amountE18, status }: SweepRow, open: readonly ChainSend[]): Promise<void> {
    const today = (await chain.fees()).maxFeeWei;
    const moving = open.find(({ purpose, refId }) => purpose === 'sweep' && refId === id);
    const signed = moving?.raws.at(-1)?.fees.maxFeeWei ?? 0n;
    const needWei = TOKEN_GAS * (signed > today ? signed : today);
    const heldWei = await chain.gasBalance(address);
    if (heldWei < needWei) return giveGas(id, address, needWei * GAS_ROOM - heldWei);
    if (status !== 'fuelling') return;
    const send = { refId: id, purpose: 'sweep', wallet: address, target: hotWallet } as const;
    const what = { tokenE18: amountE18, valueWei: 0n, gas: TOKEN_GAS };
    await outbox.reserve({ ...send, ...what }, await chain.minedNonce(address), clock.nowMs());
  }

  return async (): Promise<void> => {
    const leastE18 = parse18(String(settings.get('sweep_min')));
    for (const sweep of await outbox.sweepable(leastE18)) await outbox.openSweep(sweep, clock.nowMs());
    const open = await outbox.open();
    for (const sweep of await outbox.sweepsUnderWay()) await advance(sweep, open);
  };
}
