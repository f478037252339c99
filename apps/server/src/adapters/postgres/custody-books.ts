// The books of custody in PostgreSQL: read in one snapshot, so that no journal is missed or counted twice while others post.
import type { Custody } from '@cormorant/core/custody/custody-proof.ts';
import { houseAccount } from '@cormorant/core/ledger/chart.ts';
import { fundJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../ports/chain.ts';
import type { BookedSend, BooksNow, CustodyBooksStore, CustodyReport } from '../../ports/custody-books.ts';
import { type FoundSend, RAWS_OF_SEND, sendOf } from './chain-outbox.ts';
import { accountId, moneyTransaction } from './ledger-post.ts';
import { postSure } from './post-sure.ts';

const HELD = ['hot', 'pending_in', 'gas'] as const;
const HELD_IDS = HELD.map((part) => accountId(houseAccount(part)));

async function ledgerOf(client: PoolClient, lock: '' | 'for no key update'): Promise<Custody> {
  const found = await client.query<{ part: (typeof HELD)[number]; balance: string }>(
    `select part, balance from ledger_accounts where id = any ($1::bigint[]) order by id ${lock}`,
    [HELD_IDS],
  );
  const of = (part: string) => parse18(found.rows.find((row) => row.part === part)?.balance ?? '0');
  return { hotE18: of('hot'), depositsE18: of('pending_in'), gasWei: of('gas') };
}

const SENDS = `
select s.*, s.ending is null or s.taken_back as open, ${RAWS_OF_SEND} as raws from chain_sends s
where s.chain_id = ${CHAIN_ID} and (s.ending is null or s.taken_back or s.ended_block > $1) order by s.id`;

const FIGURES = `
select (select coalesce(sum(raw), 0) from deposits where status = 'credited' and block_number > $1) as later,
  (select coalesce(sum(balance), 0) from ledger_accounts
   where user_id is not null and part in ('available', 'frozen', 'fuel_paid')) as liabilities,
  (select hot_wallet from chain_pins where chain_id = ${CHAIN_ID}) as hot`;

/** Where more came than was swept up to that block, or a sweep is not what the books say. */
const ADDRESSES = `
select d.address from deposits d
where d.chain_id = ${CHAIN_ID} and d.status in ('confirming', 'credited', 'below_min')
group by d.address
having sum(d.raw) > (select coalesce(sum(s.amount), 0) * 1000000000000000000 from sweeps s
    where s.address = d.address and s.status = 'done' and s.block_number <= $1)
  or exists (select 1 from sweeps s join chain_sends c on c.purpose = 'sweep' and c.ref_id = s.id
    where s.address = d.address and c.taken_back)`;

type FoundBooked = FoundSend & { readonly open: boolean; readonly cost_wei: string | null };

function bookedOf(found: FoundBooked): BookedSend {
  const { booked, ...send } = sendOf(found);
  const done = booked === null ? null : { ending: booked, costWei: BigInt(found.cost_wei ?? '0') };
  return { ...send, booked: done, open: found.open };
}

async function readOnce(client: PoolClient, block: number): Promise<BooksNow> {
  const figures = await client.query<{ later: string; liabilities: string; hot: string | null }>(FIGURES, [block]);
  const { hot, later, liabilities } = figures.rows[0] as { later: string; liabilities: string; hot: string | null };
  const sends = await client.query<FoundBooked>(SENDS, [block]);
  const addresses = await client.query<{ address: string }>(ADDRESSES, [block]);
  return {
    ledger: await ledgerOf(client, ''),
    sends: sends.rows.map(bookedOf),
    laterDepositsE18: BigInt(later),
    liabilitiesE18: parse18(liabilities),
    hotWallet: hot,
    addresses: addresses.rows.map(({ address }) => address),
  };
}

async function readSnapshot(pool: Pool, block: number): Promise<BooksNow> {
  const client = await pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const books = await readOnce(client, block);
    await client.query('commit');
    client.release();
    return books;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const SAVE = `
insert into custody_reports (chain_id, block_number, proven_at, hot, hot_books, deposits, deposits_books, gas, gas_books,
  liabilities, faults)
values (${CHAIN_ID}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (chain_id) do update set block_number = $1, proven_at = $2, hot = $3, hot_books = $4, deposits = $5,
  deposits_books = $6, gas = $7, gas_books = $8, liabilities = $9, faults = $10`;

type Figure = 'hot' | 'hot_books' | 'deposits' | 'deposits_books' | 'gas' | 'gas_books' | 'liabilities';
type FoundReport = Readonly<Record<Figure, string>> & {
  readonly block_number: number;
  readonly proven_at: number;
  readonly faults: string[];
};

function reportOf(found: FoundReport): CustodyReport {
  const of = (figure: Figure) => parse18(found[figure]);
  return {
    block: found.block_number,
    provenAtMs: found.proven_at,
    held: { hotE18: of('hot'), depositsE18: of('deposits'), gasWei: of('gas') },
    books: { hotE18: of('hot_books'), depositsE18: of('deposits_books'), gasWei: of('gas_books') },
    liabilitiesE18: of('liabilities'),
    faults: found.faults,
  };
}

export function createCustodyBooks(pool: Pool): CustodyBooksStore {
  return {
    read: (block) => readSnapshot(pool, block),
    fund: (ledger, { coinE18, gasWei }, block, nowMs) =>
      moneyTransaction(pool, async (client) => {
        const now = await ledgerOf(client, 'for no key update');
        if (now.hotE18 !== ledger.hotE18 || now.gasWei !== ledger.gasWei) return false;
        if (coinE18 > 0n) await postSure(client, fundJournal('USDT', { block, amountE18: coinE18 }), nowMs);
        if (gasWei > 0n) await postSure(client, fundJournal('BNB', { block, amountE18: gasWei }), nowMs);
        return true;
      }),
    save: async ({ block, books, faults, held, liabilitiesE18, provenAtMs }) => {
      const figures = [
        ...[held.hotE18, books.hotE18, held.depositsE18, books.depositsE18, held.gasWei, books.gasWei, liabilitiesE18],
      ].map((one) => format18(one));
      await pool.query(SAVE, [block, new Date(provenAtMs), ...figures, faults]);
    },
    newest: async () => {
      const found = await pool.query<FoundReport>(`select * from custody_reports where chain_id = ${CHAIN_ID}`);
      const [row] = found.rows;
      return row === undefined ? null : reportOf(row);
    },
  };
}
