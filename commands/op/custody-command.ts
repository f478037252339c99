// `op custody show`: what the newest comparison of the chain with the books found, what waits for the hot wallet, and when it
// holds more than it should.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import { createCustodyBooks } from '../../apps/server/src/adapters/postgres/custody/custody-books.ts';
import { createDepositStore } from '../../apps/server/src/adapters/postgres/custody/deposit-store.ts';
import { createWithdrawalStore } from '../../apps/server/src/adapters/postgres/custody/withdrawal-store.ts';
import type { OpDeps } from './command.ts';

const waitingFor = {
  closed: 'withdraw_open',
  coin: 'coin in the hot wallet',
  gas: 'gas in the hot wallet',
} as const;

export async function showCustody({ pool, say, settings }: OpDeps): Promise<void> {
  const store = createCustodyBooks(pool);
  const newest = await store.newest();
  const uncompared = await store.uncompared();
  for (const { amountE18, feeE18, nonce, sn, waits } of await createWithdrawalStore(pool).inState('approved')) {
    if (nonce === null && waits !== '')
      say(`${sn} waits for ${waitingFor[waits]}: ${format18(amountE18 - feeE18)} USDT`);
  }
  const cold = await createDepositStore(pool).coldPin();
  if (cold !== null) say(`cold storage is pinned at ${cold.wallet}, from block ${cold.sinceBlock} on`);
  if (uncompared !== '') say(`CANNOT COMPARE the chain with the books: ${uncompared}`);
  if (newest === null) return say('the chain was never compared with the books');
  const { block, books, faults, held, liabilitiesE18, provenAtMs } = newest;
  say(`block ${block}, compared ${new Date(provenAtMs).toISOString()}`);
  say(`  hot wallet         ${format18(held.hotE18)} USDT on the chain, ${format18(books.hotE18)} in the books`);
  say(`  cold storage       ${format18(held.coldE18)} USDT on the chain, ${format18(books.coldE18)} in the books`);
  say(
    `  deposit addresses  ${format18(held.depositsE18)} USDT on the chain, ${format18(books.depositsE18)} in the books`,
  );
  say(`  gas                ${format18(held.gasWei)} BNB on the chain, ${format18(books.gasWei)} in the books`);
  say(`  users could take out ${format18(liabilitiesE18)} USDT`);
  const most = parse18(String(settings.get('hot_max')));
  if (held.hotE18 > most) {
    say(
      `MOVE TO COLD STORAGE: the hot wallet holds ${format18(held.hotE18 - most)} USDT above hot_max ${format18(most)} (op cold send)`,
    );
  }
  for (const fault of faults) say(`FAULT: ${fault}`);
  if (faults.length > 0) throw new Error('the chain and the books do not agree');
}
