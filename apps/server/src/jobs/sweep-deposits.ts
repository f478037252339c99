// Brings coin from deposit addresses to the hot wallet: gas to the address first, then all of what was credited there. What
// users own does not change by it. Invariants: each address has one sweep at a time, and each sweep one nonce for its coin; gas
// that does not reach, because prices rose, is followed by more; a gift rests on a balance that both nodes told, at a price
// that is bounded, and an address gets few a day, so no node can have the hot wallet's gas given away.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox, ChainSend, SweepRow } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import { feeToday, fundsOf, GAS_ROOM, PLAIN_GAS, TOKEN_GAS } from './hot-wallet.ts';

export interface SweepDepositsDeps {
  readonly chain: MoneyChain;
  readonly outbox: ChainOutbox;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Lower case. */
  readonly hotWallet: string;
  /** Above this nothing is ever offered. */
  readonly mostFeeWei: bigint;
  readonly log: (level: 'error', message: string) => void;
}

/** Why an address waits for gas; each is told when it begins. */
type GasWait = 'gas' | 'most_gifts';

export function sweepDeposits({ chain, outbox, settings, clock, hotWallet, mostFeeWei, log }: SweepDepositsDeps) {
  let toldGas = false;
  const toldMost = new Set<string>();

  function tell(waits: GasWait | null, address: string): void {
    if (waits === 'gas' && !toldGas) log('error', `the hot wallet has no gas for sweeps: ${address} waits`);
    toldGas = waits === 'gas';
    if (waits !== 'most_gifts') toldMost.delete(address);
    else if (!toldMost.has(address)) {
      log('error', `${address} had as much gas as one address gets in a day; its sweep waits`);
      toldMost.add(address);
    }
  }

  /** Another gift follows one that did not reach; the outbox makes none while one is under way. */
  async function giveGas(id: number, address: string, wei: bigint): Promise<void> {
    const funds = await fundsOf(chain, hotWallet, mostFeeWei);
    const what = { tokenE18: 0n, valueWei: wei, gas: PLAIN_GAS };
    const send = { ...what, purpose: 'gas', refId: id, wallet: hotWallet, target: address } as const;
    const from = { firstNonce: await chain.minedNonce(hotWallet), funds };
    const { state } = await outbox.reserve(send, from, clock.nowMs());
    tell(state === 'gas' || state === 'most_gifts' ? state : null, address);
  }

  async function advance({ id, address, amountE18, status }: SweepRow, open: readonly ChainSend[]): Promise<void> {
    const today = await feeToday(chain, mostFeeWei);
    const moving = open.find(({ purpose, refId }) => purpose === 'sweep' && refId === id);
    const signed = moving?.raws.at(-1)?.fees.maxFeeWei ?? 0n;
    const needWei = TOKEN_GAS * (signed > today ? signed : today);
    const heldWei = await chain.gasBalance(address, (await chain.heads()).latest);
    if (heldWei < needWei) return giveGas(id, address, needWei * GAS_ROOM - heldWei);
    if (status !== 'fuelling') return;
    const send = { refId: id, purpose: 'sweep', wallet: address, target: hotWallet } as const;
    const what = { tokenE18: amountE18, valueWei: 0n, gas: TOKEN_GAS };
    const from = { firstNonce: await chain.minedNonce(address), funds: null };
    await outbox.reserve({ ...send, ...what }, from, clock.nowMs());
  }

  return async (): Promise<void> => {
    const leastE18 = parse18(String(settings.get('sweep_min')));
    for (const sweep of await outbox.sweepable(leastE18)) await outbox.openSweep(sweep, clock.nowMs());
    const open = await outbox.open();
    for (const sweep of await outbox.sweepsUnderWay()) await advance(sweep, open);
  };
}
