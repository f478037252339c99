// Gives approved moves to cold storage a nonce once the hot wallet has coin and gas that are promised to nobody. Everything
// after the nonce is for `send-transactions.ts`. Invariant: coin goes to the address that this process was told and that is
// pinned, and to no other, whatever a row says.
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox } from '../ports/chain-outbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { ColdSend, ColdStore } from '../ports/cold-store.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import { fundsOf, TOKEN_GAS } from './hot-wallet.ts';

export interface SendColdDeps {
  readonly chain: MoneyChain;
  readonly cold: Pick<ColdStore, 'waiting'>;
  readonly outbox: ChainOutbox;
  readonly clock: Clock;
  /** Both in lower case; no cold one, and nothing goes there. */
  readonly hotWallet: string;
  readonly coldWallet: string | null;
  /** Above this nothing is ever offered. */
  readonly mostFeeWei: bigint;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

export function sendCold(deps: SendColdDeps) {
  const { chain, cold, outbox, clock, hotWallet, coldWallet, mostFeeWei, log } = deps;
  const told = new Set<number>();

  function wait({ id, amountE18 }: ColdSend, why: string): void {
    if (!told.has(id)) log('error', `cold storage ${id}, ${format18(amountE18)} USDT, waits: ${why}`);
    told.add(id);
  }

  async function advance(row: ColdSend): Promise<void> {
    const { amountE18: tokenE18, id: refId, target } = row;
    if (target !== coldWallet) return wait(row, 'its address is not COLD_ADDRESS');
    const from = {
      firstNonce: await chain.minedNonce(hotWallet),
      funds: await fundsOf(chain, hotWallet, mostFeeWei),
    };
    const send = { purpose: 'cold', refId, wallet: hotWallet, target, tokenE18, valueWei: 0n, gas: TOKEN_GAS } as const;
    const { state } = await outbox.reserve(send, from, clock.nowMs());
    if (state === 'coin') wait(row, 'the hot wallet has promised too much of its coin');
    if (state === 'gas') wait(row, 'the hot wallet has no gas');
  }

  return async (): Promise<void> => {
    for (const row of await cold.waiting()) await advance(row);
  };
}
