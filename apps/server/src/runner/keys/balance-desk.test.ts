// Balances by the runner role: each exchange by its wire, one question for all who ask at once, and nothing kept of its answer.
import { expect, it } from 'vitest';
import { createBalanceDesk } from './balance-desk.ts';

const mine = { exchange: 'binance', wire: 'key', account: '1/900' } as const;

it('asks the exchange of the account once for all who look at the same moment, and again later', async () => {
  const asked: string[] = [];
  const venue = {
    balances: async (account: string, wallet?: string) => {
      asked.push(`${account} ${wallet}`);
      return [{ asset: 'USDT', free: String(asked.length), locked: '0' }];
    },
  };
  const desk = createBalanceDesk(({ wire }) => (wire === 'key' ? venue : undefined));
  const [one, two] = await Promise.all([desk.balances(mine, 'spot'), desk.balances(mine, 'spot')]);
  expect([one, two]).toMatchObject([[{ free: '1' }], [{ free: '1' }]]);
  await desk.balances(mine, 'futures');
  expect(await desk.balances(mine, 'spot')).toMatchObject([{ free: '3' }]);
  expect(asked).toEqual(['1/900 spot', '1/900 futures', '1/900 spot']);
  expect([desk.knows(mine), desk.knows({ exchange: 'local', wire: 'house' })]).toEqual([true, false]);
});

it('a wallet that could not be read is asked for again at once', async () => {
  let fails = true;
  const venue = { balances: async () => (fails ? Promise.reject(new Error('away')) : []) };
  const desk = createBalanceDesk(() => venue);
  await expect(desk.balances(mine, 'spot')).rejects.toThrow('away');
  fails = false;
  expect(await desk.balances(mine, 'spot')).toEqual([]);
});
