// What the page of diagnostics looks at, each on its own: one that fails takes no other with it. Nothing here sends or
// reads who is signed in.
import { call } from '../../lib/api/client.ts';
import { online, storageWorks } from '../../lib/device.ts';
import { shakeHands } from '../../lib/socket/shake-hands.ts';
import { fetchUpdate } from '../../lib/update/fetch-update.ts';
import { currentChain } from '../../lib/wallet/wallet-calls.ts';
import type { Check } from './check.ts';

const rounds = 3;
/** More than this and signatures, codes and countdowns go wrong. */
const skewLimitMs = 30_000;
const chainId = 56;

async function latency() {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await call('marketPrice', { query: { symbols: 'BTC/USDT' } }, { screenHandled: true });
    times.push(Math.round(performance.now() - startedAt));
  }
  return { ok: true, detail: `${times.join(' / ')} ms` };
}

/** In seconds and tenths, with its sign; what rounds to nothing has none. */
export function skewText(skewMs: number): string {
  const seconds = Math.round(skewMs / 100) / 10;
  return seconds === 0 ? '0 s' : `${seconds > 0 ? '+' : ''}${seconds} s`;
}

async function clockSkew() {
  const sentAt = Date.now();
  const { time } = await call('indexStatus', undefined, { screenHandled: true });
  // The answer was made about half-way between asking and hearing.
  const skewMs = Math.round((sentAt + Date.now()) / 2 - time);
  return { ok: Math.abs(skewMs) <= skewLimitMs, detail: skewText(skewMs) };
}

async function wallet() {
  const { wallets } = await import('../../lib/wallet/discover.ts');
  const found = wallets();
  if (found.length === 0) return { ok: null, detail: '--' };
  const chains = await Promise.all(found.map(currentChain));
  const named = found.map(({ name, id }, at) => `${name || id} (${chains[at] ?? '--'})`);
  return { ok: chains.includes(chainId), detail: named.join(', ') };
}

export const checks: readonly Check[] = [
  { name: 'online', run: async () => ({ ok: online(), detail: online() ? 'online' : 'offline' }) },
  { name: 'storage', run: async () => ({ ok: storageWorks(), detail: 'localStorage' }) },
  { name: 'latency', run: latency },
  {
    name: 'socket',
    run: async () => {
      const { openMs, pongMs } = await shakeHands();
      return { ok: true, detail: `open ${Math.round(openMs)} ms, ping ${Math.round(pongMs)} ms` };
    },
  },
  {
    name: 'status',
    run: async () => {
      const { maintenance, version } = await call('indexStatus', undefined, { screenHandled: true });
      return { ok: maintenance === 0, detail: maintenance === 1 ? `${version}, maintenance` : version };
    },
  },
  { name: 'clock', run: clockSkew },
  {
    name: 'update',
    run: async () => {
      const info = await fetchUpdate();
      return { ok: info !== null, detail: info?.version ?? '--' };
    },
  },
  { name: 'wallet', run: wallet },
];
