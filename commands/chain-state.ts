// The file that anvil keeps its chain in. Invariant: it holds one block 0 when anvil reads it. anvil makes another block 0 at
// every start, before it reads the file, writes all that it has into the next one, and of several it answers any: the chain
// would be another one than at the first start, and money on it would close.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { type Hex, keccak256, toRlp } from 'viem';
import { CHAIN_ID } from '../apps/server/src/ports/chain.ts';

type Header = Readonly<Record<string, Hex | undefined>>;

/** What a block's hash is made of, in its order; figures are written without leading zeros. */
const HASHED: readonly (readonly [field: string, kind: 'bytes' | 'figure'])[] = [
  ['parentHash', 'bytes'],
  ['sha3Uncles', 'bytes'],
  ['miner', 'bytes'],
  ['stateRoot', 'bytes'],
  ['transactionsRoot', 'bytes'],
  ['receiptsRoot', 'bytes'],
  ['logsBloom', 'bytes'],
  ['difficulty', 'figure'],
  ['number', 'figure'],
  ['gasLimit', 'figure'],
  ['gasUsed', 'figure'],
  ['timestamp', 'figure'],
  ['extraData', 'bytes'],
  ['mixHash', 'bytes'],
  ['nonce', 'bytes'],
  ['baseFeePerGas', 'figure'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'figure'],
  ['excessBlobGas', 'figure'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
];

function figure(value: Hex): Hex {
  const digits = value.slice(2).replace(/^0+/, '');
  return digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`;
}

function hashOf(header: Header): Hex {
  const parts = HASHED.flatMap(([field, kind]) => {
    const value = header[field];
    return value === undefined ? [] : [kind === 'figure' ? figure(value) : value];
  });
  return keccak256(toRlp(parts));
}

/** A block without transactions as anvil writes it; block 0 never has any. */
const EMPTY_BLOCK = /\{"header":\{[^{}]*\}[^{}]*\}/g;

/**
 * The same state with one block 0: the one of this hash, else the oldest, which is that of the first start. Everything else
 * stays letter by letter, because there are figures in it that a JSON parser would round.
 */
export function withOneFirstBlock(state: string, hash: string | null): string {
  const firsts = [...state.matchAll(EMPTY_BLOCK)]
    .map(([text]) => ({ text, header: (JSON.parse(text) as { header: Header }).header }))
    .filter(({ header }) => header['number'] === '0x0')
    .sort((a, b) => Number(a.header['timestamp']) - Number(b.header['timestamp']));
  const kept = firsts.find(({ header }) => hashOf(header) === hash) ?? firsts[0];
  return firsts
    .filter((block) => block !== kept)
    .reduce((rest, { text }) => {
      const first = rest.includes(`${text},`) ? `${text},` : `,${text}`;
      return rest.replace(first, '');
    }, state);
}

/** Does it to the file. */
export function keepOneFirstBlock(file: string, hash: string | null): void {
  const state = readFileSync(file, 'utf8');
  const mended = withOneFirstBlock(state, hash);
  if (mended === state) return;
  writeFileSync(`${file}.new`, mended, { flush: true });
  renameSync(`${file}.new`, file);
}

/** Hash of the block 0 that the books of this database have pinned; null = none yet. */
export async function pinnedFirstBlock(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const table = await client.query<{ there: boolean }>(`select to_regclass('chain_pins') is not null as there`);
    if (table.rows[0]?.there !== true) return null;
    const found = await client.query<{ genesis: string }>('select genesis from chain_pins where chain_id = $1', [
      CHAIN_ID,
    ]);
    return found.rows[0]?.genesis ?? null;
  } finally {
    await client.end();
  }
}
