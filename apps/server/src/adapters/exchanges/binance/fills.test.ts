// Settlements of funding where both sides of a contract may be held: only the rate tells whose it was.
import { expect, it } from 'vitest';
import { OrderNumbers } from '../shared/order-ids.ts';
import { BinanceFills, type FillsDeps } from './fills.ts';

const AT_MS = 1_700_006_400_000;

function fillsOver(isHedged: boolean) {
  const rates: object[] = [];
  const answers: Record<string, () => unknown> = {
    fapiPrivateGetIncome: () => [{ income: '-1.50', time: String(AT_MS + 2), tranId: '9', symbol: 'BTCUSDT' }],
    fapiPublicGetFundingRate: () => rates,
  };
  const line = { read: async ({ call }: { call: string }) => answers[call]?.() } as unknown as FillsDeps['line'];
  const fills = new BinanceFills({
    ...{ line, numbers: new OrderNumbers(), hasHedge: async () => isHedged },
    marketNowMs: async () => AT_MS + 5,
  });
  return { rates, read: () => fills.fundings('1/900', 'BTC/USDT:USDT', '', 10, AT_MS - 1_000) };
}

it('a settlement whose rate is not listed yet is read again, and then is his who paid it', async () => {
  const { rates, read } = fillsOver(true);
  expect(await read()).toEqual([]);
  rates.push({ fundingRate: '0.00010000', fundingTime: String(AT_MS), markPrice: '60000.5' });
  expect(await read()).toMatchObject([{ id: `BTCUSDT.P-${AT_MS + 2}-9`, positionSide: 'long', rate: '0.0001' }]);
});

it('where one side is held the account alone tells whose it was, and a rate that is not listed is not told', async () => {
  const told = { positionSide: 'net', amount: '-1.5', rate: null, mark: null };
  expect(await fillsOver(false).read()).toMatchObject([told]);
});
