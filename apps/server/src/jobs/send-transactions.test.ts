// What goes out again of a send that the books have ended and the chain took back: the books have the last word, so nobody is
// paid twice and nobody who was told "paid" is cancelled.
import { expect, test } from 'vitest';
import type { ChainOutbox, ChainSend, StoredRaw } from '../ports/chain-outbox.ts';
import type { MoneyChain } from '../ports/money-chain.ts';
import { sendTransactions } from './send-transactions.ts';

const HOT = `0x${'0a'.repeat(20)}`;
const GWEI = 1_000_000_000n;
const rawOf = (attempt: number, kind: StoredRaw['kind']): StoredRaw => ({
  ...{ txid: `0x${attempt}`, attempt, kind, raw: `0x${kind}`, fees: { maxFeeWei: GWEI, tipWei: GWEI } },
  ...{ storedAtMs: 0, sentAtMs: 0 },
});

/** One round over this send; answers what was sent. */
async function round(
  send: Pick<ChainSend, 'booked' | 'withdrawn' | 'raws'> & Partial<ChainSend>,
  coldWallet: string | null = null,
): Promise<string[]> {
  const sent: string[] = [];
  const one: ChainSend = {
    ...{ id: 1, purpose: 'withdraw', refId: 1, wallet: '0xhot', nonce: 3, target: `0x${'ab'.repeat(20)}` },
    ...{ tokenE18: 5n, valueWei: 0n, gas: 60_000n, fault: '', ...send },
  };
  const chain = {
    contract: `0x${'cd'.repeat(20)}`,
    heads: async () => ({ latest: 100, finalized: 90 }),
    hashOf: async () => '0xhash',
    receipt: async () => null,
    minedNonce: async () => one.nonce,
    fees: async () => ({ maxFeeWei: GWEI, tipWei: GWEI }),
    send: async (raw: string) => {
      sent.push(raw);
      return null;
    },
  };
  const outbox = {
    open: async () => [one],
    endedFrom: async () => [],
    storeRaw: async () => true,
    markSent: async () => null,
    setFault: async (_send: ChainSend, fault: string) => void sent.push(fault),
  };
  const work = sendTransactions({
    ...{ chain: chain as unknown as MoneyChain, outbox: outbox as unknown as ChainOutbox },
    settings: { get: () => 15 } as never,
    clock: { nowMs: () => 1_000_000 },
    signerOf: () =>
      ({
        sign: async ({ data }: { data: string }) => ({ raw: data === '0x' ? '0xcancel' : '0xpay', txid: '0xn' }),
      }) as never,
    ...{
      coldWallet,
      hotWallet: HOT,
      noticeOf: async () => null,
      tell: () => {},
      log: () => {},
      resendMs: 1,
      stuckMs: 10_000_000,
      mostFeeWei: 100n * GWEI,
    },
  });
  await work();
  return sent;
}

test('a payment that the books have given back is never sent again: its nonce is used up', async () => {
  for (const booked of ['reverted', 'replaced'] as const) {
    expect(await round({ booked, withdrawn: false, raws: [rawOf(1, 'pay')] })).toEqual(['0xcancel']);
    expect(await round({ booked, withdrawn: true, raws: [rawOf(1, 'pay'), rawOf(2, 'cancel')] })).toEqual(['0xcancel']);
  }
});

test('a payment that the books have as paid is paid, though a cancel was signed for its nonce', async () => {
  expect(await round({ booked: 'paid', withdrawn: true, raws: [rawOf(1, 'pay'), rawOf(2, 'cancel')] })).toEqual([
    '0xpay',
  ]);
  expect(await round({ booked: 'paid', withdrawn: true, raws: [rawOf(1, 'pay')] })).toEqual(['0xpay']);
});

test('what has not ended is sent again as it was signed, or cancelled when it was taken back by a person', async () => {
  expect(await round({ booked: null, withdrawn: false, raws: [rawOf(1, 'pay')] })).toEqual(['0xpay']);
  expect(await round({ booked: null, withdrawn: true, raws: [rawOf(1, 'pay')] })).toEqual(['0xcancel']);
});

test('a sweep is signed to the hot wallet of this process alone', async () => {
  const sweep = { purpose: 'sweep', booked: null, withdrawn: false, raws: [] } as const;
  expect(await round({ ...sweep, target: HOT })).toEqual(['0xpay']);
  expect(await round({ ...sweep, target: `0x${'ab'.repeat(20)}` })).toEqual(['its address is not the hot wallet']);
});

test('coin for cold storage is signed to the address that this process was told, whatever the row says', async () => {
  const cold = { purpose: 'cold', booked: null, withdrawn: false, raws: [], target: `0x${'ab'.repeat(20)}` } as const;
  expect(await round(cold, cold.target)).toEqual(['0xpay']);
  for (const told of [`0x${'cd'.repeat(20)}`, null]) {
    expect(await round(cold, told)).toEqual(['its address is not COLD_ADDRESS']);
    // Its nonce is used up as ever.
    expect(await round({ ...cold, withdrawn: true }, told)).toEqual(['0xcancel']);
  }
});
