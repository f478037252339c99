// People with a bot of each kind, made past the screen, for the tests that look at screens.
import { type Account, api, createGrid, expect, operate, register } from './person.ts';

const ladder = { max_positions: '4', multiplier: '1.2', add_drop: '2', take_profit: '1.3' };

async function quoted(symbol: string): Promise<number> {
  const path = `/api/market/price?symbols=local:futures:${encodeURIComponent(symbol)}`;
  const answer = await api<{ list: readonly { readonly price: string }[] }>(path);
  return Number(answer.data.list[0]?.price);
}

async function create(person: Account, more: Readonly<Record<string, unknown>>): Promise<number> {
  const body = { exchange: 'local', symbol: 'BTC/USDT', market: 'futures', investment: '3000', risk_ack: 1, ...more };
  const answer = await api<{ id: number }>('/api/user/botCreate', { body: { start: 1, ...body }, token: person.token });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}

/** Waits until the bot holds what a bot of its kind opens with. */
async function untilHolding(person: Account, id: number): Promise<void> {
  await expect
    .poll(async () => (await api<{ phase: string }>(`/api/user/botDetail?id=${id}`, person)).data.phase)
    .toBe('holding');
}

async function registerWith(more: Readonly<Record<string, unknown>>, holds = false): Promise<Account> {
  const person = await register();
  const id = await create(person, more);
  if (holds) await untilHolding(person, id);
  return { ...person, bots: [id] };
}

/** A grid on a contract that stands on both sides of the price. */
export async function registerWithNeutralGrid(): Promise<Account> {
  const price = await quoted('BTC/USDT');
  const range = { lower: (price * 0.97).toFixed(1), upper: (price * 1.03).toFixed(1) };
  const params = { direction: 'neutral', leverage: '2', ...range, grid_levels: 12, grid_mode: 'arithmetic' };
  return registerWith({ type_id: 4, params });
}

export function registerWithBothSides(): Promise<Account> {
  const params = { ...ladder, direction: 'dual', leverage: '3', first_amount: '150' };
  return registerWith({ type_id: 2, params }, true);
}

export function registerWithCalendar(): Promise<Account> {
  const params = { mode: 'calendar', amount: '20', interval: '1d', at: '08:00' };
  return registerWith({ type_id: 5, market: 'spot', investment: '600', params });
}

/** Its own rules and a webhook: it waits for either. */
export function registerWithRules(): Promise<Account> {
  const price = { ind: 'price', args: [] };
  const below = { left: price, cmp: '<', right: { num: '1' }, tf: '1h', on: 'close' };
  const hot = { left: { ind: 'rsi', args: [14] }, cmp: '>', right: { num: '70' }, tf: '4h', on: 'close' };
  const rules = { open: { op: 'all', items: [below] }, close: { op: 'all', items: [hot] } };
  const params = { amount: '60', max_positions: '3', stop_loss: '6', take_profit: '3', webhook: '1', ...rules };
  return registerWith({ type_id: 9, market: 'spot', investment: '600', params });
}

/** A triangle that waits for its chance. */
export function registerWithTriangle(): Promise<Account> {
  const params = { kind: 'triangular', via: 'BTC' };
  return registerWith({ type_id: 7, market: 'spot', symbol: 'ETH/USDT', investment: '600', params });
}

/** A funding arbitrage that was saved and never started. */
export function registerWithFunding(): Promise<Account> {
  const params = { kind: 'funding', leverage: '2' };
  return registerWith({ type_id: 8, symbol: 'ETH/USDT', investment: '900', params, start: 0 });
}

/** Six bots of spot, the first of which has ended with a result. */
export async function registerWithMany(): Promise<Account> {
  const person = await register();
  const bots: number[] = [];
  const symbols = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'BNB/USDT', 'XRP/USDT', 'DOGE/USDT'];
  for (const symbol of symbols) bots.push(await gridIn(person, symbol));
  await untilHolding(person, bots[0]!);
  await operate(person, bots[0]!, 'stop');
  return { ...person, bots };
}

/** Of any coin, however cheap: prices in four digits. */
async function gridIn(person: Account, symbol: string): Promise<number> {
  if (symbol === 'BTC/USDT') return createGrid(person, symbol);
  const answer = await api<{ list: readonly { readonly price: string }[] }>(
    `/api/market/price?symbols=local:spot:${encodeURIComponent(symbol)}`,
  );
  const price = Number(answer.data.list[0]?.price);
  const range = { lower: (price * 0.95).toPrecision(4), upper: (price * 1.05).toPrecision(4) };
  const params = { ...range, grid_levels: 10, grid_mode: 'geometric' };
  return create(person, { type_id: 3, market: 'spot', symbol, investment: '600', params });
}
