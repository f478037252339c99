// The exchange's own word on one account, and on how far its tape has run.
import { TOKEN } from './processes.ts';

export interface ExchangeFill {
  readonly id: string;
  readonly cid: string;
  readonly side: string;
  readonly price: string;
  readonly qty: string;
}

async function ask(url: string, path: string, account = ''): Promise<Record<string, unknown>> {
  const headers = { 'x-service-token': TOKEN, ...(account === '' ? {} : { 'x-account': account }) };
  return (await (await fetch(url + path, { headers })).json()) as Record<string, unknown>;
}

export async function allFills(url: string, account: string): Promise<ExchangeFill[]> {
  const fills: ExchangeFill[] = [];
  for (;;) {
    const after = fills.at(-1)?.id ?? '';
    const { list } = (await ask(url, `/v1/fills?after=${after}&limit=1000`, account)) as { list: ExchangeFill[] };
    fills.push(...list);
    if (list.length < 1000) return fills;
  }
}

/** The exchange's own filters of its markets, in its order. */
export async function instrumentRows(url: string): Promise<Record<string, unknown>[]> {
  return ((await ask(url, '/v1/instruments')) as { list: Record<string, unknown>[] }).list;
}

/** Of its only market. */
export async function instrumentRow(url: string): Promise<Record<string, unknown>> {
  return (await instrumentRows(url))[0] ?? {};
}

export async function openCids(url: string, account: string): Promise<string[]> {
  const { list } = (await ask(url, '/v1/orders?status=open', account)) as { list: { cid: string }[] };
  return list.map(({ cid }) => cid).sort();
}

export async function totals(url: string, account: string): Promise<Map<string, string[]>> {
  const { balances } = (await ask(url, '/v1/account', account)) as {
    balances: { asset: string; free: string; locked: string }[];
  };
  return new Map(balances.map(({ asset, free, locked }) => [asset, [free, locked]]));
}

export interface ExchangeFunding {
  readonly id: string;
  readonly amount: string;
}

export async function allFundings(url: string, account: string): Promise<ExchangeFunding[]> {
  const { list } = (await ask(url, '/v1/fundings?after=&limit=1000', account)) as { list: ExchangeFunding[] };
  return list;
}

export async function positionsOf(url: string, account: string): Promise<{ symbol: string; qty: string }[]> {
  return ((await ask(url, '/v1/positions', account)) as { list: { symbol: string; qty: string }[] }).list;
}

/** Equity of the futures wallet. */
export async function futuresEquity(url: string, account: string): Promise<string[]> {
  const { balances } = (await ask(url, '/v1/account?wallet=futures', account)) as {
    balances: { asset: string; free: string; locked: string }[];
  };
  return balances.flatMap(({ asset, free, locked }) => (asset === 'USDT' ? [free, locked] : []));
}

/** Resolves when the tape has been played to its end. */
export async function tapeEnded(url: string, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    const { state } = await ask(url, '/v1/time').catch(() => ({ state: 'unreachable' }));
    if (state === 'ended') return;
    if (Date.now() > until) throw new Error(`the tape is still ${String(state)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
