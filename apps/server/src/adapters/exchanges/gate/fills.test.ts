// Gate's lists of an account's past: pages that are counted from the newest, and settlements whose rates are told by a hundred.
import { expect, it } from 'vitest';
import { GateFills } from './fills.ts';

const PERP = 'BTC/USDT:USDT';
const HOUR_S = 3_600;
const BEGAN_S = 1_700_006_400;
const HOURS = 250;

type Asked = Readonly<Record<string, number>>;
const settlements = Array.from({ length: HOURS }, (_, at) => ({
  ...{ id: String(at + 1), time: `${BEGAN_S + at * HOUR_S}.25`, contract: 'BTC_USDT', type: 'fund' },
  // Who pays a rate above zero is long.
  change: at % 2 === 0 ? '-1.5' : '1.5',
}));

/** Newest first, as the exchange pages. */
function page<Row>(rows: readonly Row[], { limit = 0, offset = 0 }: Asked): Row[] {
  return [...rows].reverse().slice(offset, offset + limit);
}

function fillsOf(isHedged: boolean, asked: string[] = []) {
  // biome-ignore lint/suspicious/noExplicitAny: stands for the line
  const line: any = {
    exchangeNowMs: async () => (BEGAN_S + HOURS * HOUR_S) * 1_000,
    read: async ({ call, params }: { call: string; params: Asked }) => {
      asked.push(call);
      const { from = 0, to = 0 } = params;
      return page(
        settlements.filter(({ time }) => Number(time) >= from && Number(time) < to + 1),
        params,
      );
    },
  };
  // biome-ignore lint/suspicious/noExplicitAny: as far as settlements ask of it
  const data: any = {
    rates: async (_name: object, { from = 0, limit = 0, to = 0 }: Asked) => {
      asked.push('rates');
      const all = settlements.map(({ time }) => ({ t: Math.floor(Number(time)) * 1_000, r: '0.0001' }));
      return page(
        all.filter(({ t }) => t >= from * 1_000 && t <= to * 1_000),
        { limit },
      );
    },
  };
  // biome-ignore lint/suspicious/noExplicitAny: as far as settlements ask of it
  return new GateFills({ line, data, accounts: { hasHedge: async () => isHedged } as any });
}

it('settlements of ten days of hours are read over pages, each with its rate and its side, and read on from any of them', async () => {
  const fills = fillsOf(true);
  const all = await fills.fundings('a', PERP, '', 1_000, BEGAN_S * 1_000);
  expect(all).toHaveLength(HOURS);
  expect(new Set(all.map(({ id }) => id)).size).toBe(HOURS);
  expect(all.map(({ atMs }) => atMs)).toEqual(settlements.map(({ time }) => Number(time) * 1_000));
  expect(all.map(({ positionSide }) => positionSide)).toEqual(
    settlements.map((_, at) => (at % 2 === 0 ? 'long' : 'short')),
  );
  const [first, , third] = all;
  const rest = await fills.fundings('a', PERP, third?.id ?? '', 1_000, BEGAN_S * 1_000);
  expect(rest).toEqual(all.slice(3));
  expect(await fills.fundings('a', PERP, first?.id ?? '', 2, BEGAN_S * 1_000)).toEqual(all.slice(1, 3));
});

it('of an account of one side no side is looked for', async () => {
  const told = await fillsOf(false).fundings('a', PERP, '', 5, BEGAN_S * 1_000);
  expect(told.map(({ amount, positionSide, rate }) => [amount, positionSide, rate])).toEqual(
    [0, 1, 2, 3, 4].map((at) => [at % 2 === 0 ? '-1.5' : '1.5', 'net', '0.0001']),
  );
});
