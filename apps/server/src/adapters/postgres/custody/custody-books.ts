// The books of custody in PostgreSQL: read in one snapshot, so that no journal is missed or counted twice while others post.
import type { Custody, MoveView } from '@cormorant/core/custody/custody-proof.ts';
import type { Ending } from '@cormorant/core/custody/withdrawal.ts';
import { houseAccount } from '@cormorant/core/ledger/chart.ts';
import { fundJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { BookedSend, BooksNow, CustodyBooksStore, CustodyReport } from '../../../ports/custody-books.ts';
import type { ChainBlock } from '../../../ports/money-chain.ts';
import { accountId, moneyTransaction } from '../ledger/ledger-post.ts';
import { postSure } from '../ledger/post-sure.ts';
import { transaction } from '../pool.ts';
import { type FoundSend, RAWS_OF_SEND, sendOf } from './chain-outbox.ts';

const HELD = ['hot', 'cold', 'pending_in', 'gas'] as const;
const HELD_IDS = HELD.map((part) => accountId(houseAccount(part)));
const E18 = 10n ** 18n;

/** Of a sum that has decimals and is whole. */
const wholeOf = (sum: string): bigint => BigInt(sum.split('.')[0] as string);

async function ledgerOf(client: PoolClient, lock: '' | 'for no key update'): Promise<Custody> {
  const found = await client.query<{ part: (typeof HELD)[number]; balance: string }>(
    `select part, balance from ledger_accounts where id = any ($1::bigint[]) order by id ${lock}`,
    [HELD_IDS],
  );
  const of = (part: string) => parse18(found.rows.find((row) => row.part === part)?.balance ?? '0');
  return { hotE18: of('hot'), coldE18: of('cold'), depositsE18: of('pending_in'), gasWei: of('gas') };
}

const SENDS = `
select s.*, s.ending is null or s.taken_back as open, ${RAWS_OF_SEND} as raws from chain_sends s
where s.chain_id = ${CHAIN_ID}
  and (s.ending is null or s.taken_back or s.ended_block > $1 or s.chain_ending is not null) order by s.id`;

/** What a sweep by hand took along of coin that is credited to nobody does not lie there any more. */
const FIGURES = `
select (select coalesce(sum(raw), 0) from deposits where status = 'credited' and block_number > $1) as later,
  (select coalesce(sum(raw), 0) from deposits where status in ('confirming', 'below_min') and block_number <= $1)
    - (select coalesce(sum(raw - from_books * ${E18}), 0) from known_moves
       where comes_from = 'deposit' and status in ('booked', 'settled') and block_number <= $1) as waiting,
  (select coalesce(sum(balance), 0) from ledger_accounts
   where user_id is not null and part in ('available', 'frozen', 'fuel_paid')) as liabilities,
  p.hot_wallet as hot, p.cold_wallet as cold, p.scanned_block as number, p.scanned_hash as hash
from chain_pins p where p.chain_id = ${CHAIN_ID}`;

/** By what the chain did, whatever the books have of it. */
const ADDRESSES = `
select address, sum(raw) as said from (
  select address, raw from deposits
  where chain_id = ${CHAIN_ID} and status in ('confirming', 'credited', 'below_min') and block_number <= $1
  union all
  select wallet, -token from chain_sends
  where chain_id = ${CHAIN_ID} and purpose = 'sweep' and coalesce(chain_ending, ending) = 'paid' and not taken_back
    and coalesce(ended_block, 0) <= $1
  union all
  select sender, -raw from known_moves
  where chain_id = ${CHAIN_ID} and comes_from = 'deposit' and goes_to is not null and block_number <= $1
) moved group by address having sum(raw) <> 0`;

const MOVES = `
select comes_from as "from", goes_to as "to", raw, from_books as "fromBooks",
  case when status = 'seen' then 'block' else 'books' end as "seenBy"
from known_moves
where chain_id = ${CHAIN_ID} and goes_to is not null and (status = 'seen') = (block_number <= $1)`;

const STRAYS = `
select id, txid, raw, comes_from as "from", sender, receiver from known_moves
where chain_id = ${CHAIN_ID} and goes_to is null and block_number <= $1 order by id`;

/** Deeper than this no block is taken back but by an attack. */
const SEEN_BLOCKS = 512;
const SEEN_IN = `
select distinct block_number as number, block_hash as hash from (
  select block_number, block_hash from deposits where chain_id = ${CHAIN_ID} and status in ('confirming', 'below_min')
  union all
  select block_number, block_hash from known_moves where chain_id = ${CHAIN_ID}
) seen where block_number between $1 - ${SEEN_BLOCKS} and $1`;

type FoundBooked = FoundSend & {
  readonly open: boolean;
  readonly cost_wei: string | null;
  readonly chain_ending: Ending | null;
  readonly ended_block: number | null;
};

function bookedOf(found: FoundBooked): BookedSend {
  const { booked, ...send } = sendOf(found);
  const { chain_ending: turned, ended_block: block, open } = found;
  const costWei = BigInt(found.cost_wei ?? '0');
  return {
    ...send,
    booked: booked === null ? null : { ending: booked, costWei },
    open,
    turned: turned === null ? null : { ending: turned, costWei, block: block ?? 0 },
  };
}

interface FoundStray {
  readonly id: number;
  readonly txid: string;
  readonly raw: string;
  readonly from: MoveView['from'];
  readonly sender: string;
  readonly receiver: string;
}

const PLACES = { deposit: 'the deposit address', hot: 'the hot wallet', cold: 'cold storage' } as const;

function strayText({ id, txid, raw, from, sender, receiver }: FoundStray): string {
  const way = `from ${PLACES[from]} ${sender} to ${receiver}, which is not ours`;
  return `transaction ${txid} took ${format18(BigInt(raw))} USDT ${way} (op custody settle move:${id})`;
}

const turnedText = ({ booked, id, nonce, purpose, refId, turned }: BookedSend): string =>
  `${purpose} ${refId}, nonce ${nonce}: the books have it ${booked?.ending}, and the chain has it ${turned?.ending} ` +
  `(op custody settle send:${id})`;

interface FoundFigures extends ChainBlock {
  readonly later: string;
  readonly waiting: string;
  readonly liabilities: string;
  readonly hot: string | null;
  readonly cold: string | null;
}

type FoundMove = Pick<MoveView, 'from' | 'to' | 'seenBy'> & { readonly raw: string; readonly fromBooks: string };

async function settledOf(client: PoolClient): Promise<number> {
  return ((await client.query<{ settled: number }>(SETTLED)).rows[0] as { settled: number }).settled;
}

async function readOnce(client: PoolClient, block: number): Promise<BooksNow> {
  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await client.query<Row>(sql, [block])).rows;
  const [figures] = await rows<FoundFigures>(FIGURES);
  if (figures === undefined) throw new Error('the chain is not pinned yet');
  const sends = (await rows<FoundBooked>(SENDS)).map(bookedOf);
  const strays = await rows<FoundStray>(STRAYS);
  const moves = await rows<FoundMove>(MOVES);
  const addresses = await rows<{ address: string; said: string }>(ADDRESSES);
  return {
    ledger: await ledgerOf(client, ''),
    sends,
    moves: moves.map(({ raw, fromBooks, ...move }) => ({
      ...move,
      rawE18: BigInt(raw),
      fromBooksE18: parse18(fromBooks),
    })),
    findings: [...sends.filter(({ turned }) => turned !== null).map(turnedText), ...strays.map(strayText)],
    laterDepositsE18: BigInt(figures.later),
    waitingE18: wholeOf(figures.waiting),
    liabilitiesE18: parse18(figures.liabilities),
    ...{ hotWallet: figures.hot, coldWallet: figures.cold },
    addresses: addresses.map(({ address, said }) => ({ address, saidE18: BigInt(said) })),
    scanned: { number: figures.number, hash: figures.hash },
    seenIn: await rows<ChainBlock>(SEEN_IN),
    settled: await settledOf(client),
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
insert into custody_reports (chain_id, block_number, proven_at, hot, hot_books, cold, cold_books, deposits, deposits_books,
  gas, gas_books, liabilities, faults)
values (${CHAIN_ID}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict (chain_id) do update set block_number = $1, proven_at = $2, hot = $3, hot_books = $4, cold = $5,
  cold_books = $6, deposits = $7, deposits_books = $8, gas = $9, gas_books = $10, liabilities = $11, faults = $12`;
const SAVE_USED = `
insert into used_nonces (send_id, next_nonce, block_number, block_hash)
select u.id, u.nonce, $3, $4 from unnest($1::bigint[], $2::int[]) u (id, nonce)`;
/** What people have settled up to now: a comparison that was read before has it still as it was. */
const SETTLED = `select count(*)::integer as settled from operator_requests where kind = 'settle' and state = 'done'`;
/** Whoever settles holds it, too, until what it did stands. */
const HOLD = `select 1 from custody_reports where chain_id = ${CHAIN_ID} for update`;
const SET_UNCOMPARED = `update chain_pins set uncompared = $1 where chain_id = ${CHAIN_ID} and uncompared <> $1`;

type Place = 'hot' | 'cold' | 'deposits' | 'gas';
type Figure = Place | `${Place}_books` | 'liabilities';
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
    held: { hotE18: of('hot'), coldE18: of('cold'), depositsE18: of('deposits'), gasWei: of('gas') },
    books: {
      ...{ hotE18: of('hot_books'), coldE18: of('cold_books') },
      ...{ depositsE18: of('deposits_books'), gasWei: of('gas_books') },
    },
    liabilitiesE18: of('liabilities'),
    faults: found.faults,
  };
}

const FUNDED = ['hot', 'cold', 'gas'] as const;

export function createCustodyBooks(pool: Pool): CustodyBooksStore {
  return {
    read: (block) => readSnapshot(pool, block),
    fund: (ledger, funded, block, nowMs) =>
      moneyTransaction(pool, async (client) => {
        const now = await ledgerOf(client, 'for no key update');
        const stands = now.hotE18 === ledger.hotE18 && now.coldE18 === ledger.coldE18 && now.gasWei === ledger.gasWei;
        if (!stands) return false;
        for (const place of FUNDED) {
          const amountE18 = funded[place];
          if (amountE18 > 0n) await postSure(client, fundJournal(place, { block, amountE18 }), nowMs);
        }
        return true;
      }),
    save: async ({ block, books, faults, held, liabilitiesE18, provenAtMs }, { hash, settled, used }) => {
      const figures = [
        ...[held.hotE18, books.hotE18, held.coldE18, books.coldE18, held.depositsE18, books.depositsE18],
        ...[held.gasWei, books.gasWei, liabilitiesE18],
      ].map((one) => format18(one));
      return transaction(pool, async (client) => {
        await client.query(HOLD);
        if ((await settledOf(client)) !== settled) return false;
        await client.query(SAVE, [block, new Date(provenAtMs), ...figures, faults]);
        await client.query(SET_UNCOMPARED, ['']);
        await client.query('delete from used_nonces');
        const [ids, nonces] = [used.map(({ sendId }) => sendId), used.map(({ nextNonce }) => nextNonce)];
        if (used.length > 0) await client.query(SAVE_USED, [ids, nonces, block, hash]);
        return true;
      });
    },
    setUncompared: async (reason) => {
      await pool.query(SET_UNCOMPARED, [reason]);
    },
    uncompared: async () => {
      const found = await pool.query<{ uncompared: string }>(
        `select uncompared from chain_pins where chain_id = ${CHAIN_ID}`,
      );
      return found.rows[0]?.uncompared ?? '';
    },
    newest: async () => {
      const found = await pool.query<FoundReport>(`select * from custody_reports where chain_id = ${CHAIN_ID}`);
      const [row] = found.rows;
      return row === undefined ? null : reportOf(row);
    },
  };
}
