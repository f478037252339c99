// Brings coin from deposit addresses to the hot wallet: gas to the address first, then all of what was credited there. What
// users own does not change by it. Invariant: each address has one sweep at a time, and each sweep one nonce for each step.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox, SweepRow } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import type { Settings } from '../ports/settings.ts';
import { TOKEN_GAS } from './send-withdrawals.ts';

const PLAIN_GAS = 21_000n;
/** Prices may rise before the gas is spent. */
const GAS_ROOM = 3n;

export interface SweepDepositsDeps {
  readonly chain: MoneyChain;
  readonly outbox: ChainOutbox;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Lower case. */
  readonly hotWallet: string;
}

export function sweepDeposits({ chain, outbox, settings, clock, hotWallet }: SweepDepositsDeps) {
  async function advance({ id, address, amountE18 }: SweepRow): Promise<void> {
    const { maxFeeWei } = await chain.fees();
    const needWei = TOKEN_GAS * maxFeeWei;
    const firstNonce = await chain.minedNonce(address);
    const step = { refId: id, gas: TOKEN_GAS, tokenE18: amountE18, valueWei: 0n };
    if ((await chain.gasBalance(address)) >= needWei) {
      const send = { ...step, purpose: 'sweep', wallet: address, target: hotWallet } as const;
      await outbox.reserve(send, firstNonce, clock.nowMs());
      return;
    }
    const gas = { tokenE18: 0n, valueWei: needWei * GAS_ROOM, gas: PLAIN_GAS };
    const send = { ...step, ...gas, purpose: 'gas', wallet: hotWallet, target: address } as const;
    await outbox.reserve(send, await chain.minedNonce(hotWallet), clock.nowMs());
  }

  return async (): Promise<void> => {
    const leastE18 = parse18(String(settings.get('sweep_min')));
    for (const sweep of await outbox.sweepable(leastE18)) await outbox.openSweep(sweep, clock.nowMs());
    for (const sweep of await outbox.sweepsUnderWay()) if (sweep.status === 'fuelling') await advance(sweep);
  };
}
