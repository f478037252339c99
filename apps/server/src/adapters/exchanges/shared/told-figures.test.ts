// A figure that an exchange leaves out is not told: it never becomes 0, on any wire (reliability rule 6). Each wire is read through
// answers of its own form in which a figure is missing.
import { expect, it, test } from 'vitest';
import { BinanceAccount } from '../binance/account.ts';
import { BinanceFills } from '../binance/fills.ts';
import { BitgetAccount } from '../bitget/account.ts';
import { BitgetFills } from '../bitget/fills.ts';
import { BybitAccount } from '../bybit/account.ts';
import { BybitFills } from '../bybit/fills.ts';
import { GateAccount } from '../gate/account.ts';
import { GateFills } from '../gate/fills.ts';
import { OkxAccount } from '../okx/account.ts';
import { OkxFills } from '../okx/fills.ts';
import { OrderNumbers } from './order-ids.ts';
import { ExchangeUnreadable } from './unreadable.ts';

const AT_MS = 1_700_006_400_000;
const PERP = 'BTC/USDT:USDT';
const numbers = new OrderNumbers();
const nowMs = () => AT_MS + 60_000;

/** Each call answers what is given for it, once; then nothing more. */
// biome-ignore lint/suspicious/noExplicitAny: stands for the line of any wire
function lineOf(answers: Readonly<Record<string, unknown>>): any {
  return {
    exchangeNowMs: async () => nowMs(),
    read: async ({ call }: { call: string }) => {
      if (!(call in answers)) throw new Error(`${call} was not expected`);
      return answers[call];
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as far as accounts ask of it
const data: any = {
  sizes: { coinsOf: async () => (size: string) => size, needValueOf: async () => '1', knownValueOf: async () => '1' },
  names: async () => new Map(['BTCUSDT', 'BTC_USDT'].map((id) => [id, { id, symbol: PERP, kind: 'futures' }])),
  rates: async () => [],
};

const execution = {
  ...{ symbol: 'BTCUSDT', orderId: '1', side: 'Buy', execId: 'f1', execPrice: '0', execQty: '0.01', execFee: '1.5' },
  ...{ execTime: String(AT_MS), execType: 'Funding', feeRate: '', isMaker: false, seq: '7' },
  ...{ orderLinkId: '', feeCurrency: '', extraFees: '' },
};

/** Settlements of an account that keeps one side, or both. */
const fundingsOf = {
  binance: (isHedged: boolean) => {
    const line = lineOf({
      fapiPrivateGetIncome: [{ income: '-1.50', time: String(AT_MS), tranId: '9', symbol: 'BTCUSDT' }],
      fapiPublicGetFundingRate: [{ fundingRate: '0.00010000', fundingTime: String(AT_MS), markPrice: '' }],
    });
    const hasHedge = async () => isHedged;
    return new BinanceFills({ line, numbers, hasHedge, marketNowMs: async () => nowMs() });
  },
  okx: (isHedged: boolean) => {
    const bill = { billId: '9', subType: '173', balChg: '-1.5', ts: String(AT_MS), px: '', instId: 'BTC-USDT-SWAP' };
    const line = lineOf({ privateGetAccountBills: [bill], publicGetPublicFundingRateHistory: [] });
    return new OkxFills({ line, data, hasHedge: async () => isHedged, nowMs });
  },
  bybit: (isHedged: boolean) => {
    const line = lineOf({ privateGetV5ExecutionList: { list: [execution], nextPageCursor: '' } });
    return new BybitFills({ line, hasHedge: async () => isHedged });
  },
  bitget: (isHedged: boolean) => {
    const bills = [{ billId: '9', symbol: 'BTCUSDT', amount: '-1.5', cTime: String(AT_MS) }];
    const line = lineOf({
      privateMixGetV2MixAccountBill: { bills },
      publicMixGetV2MixMarketHistoryFundRate: [],
    });
    return new BitgetFills({ line, numbers, hasHedge: async () => isHedged, cidOf: async () => null });
  },
  gate: (isHedged: boolean) => {
    const row = { id: '9', time: `${AT_MS / 1_000}.5`, change: '-1.50', contract: 'BTC_USDT', type: 'fund' };
    const line = lineOf({ privateFuturesGetSettleAccountBook: [row] });
    // biome-ignore lint/suspicious/noExplicitAny: as far as trades ask of it
    return new GateFills({ line, data, accounts: { hasHedge: async () => isHedged } as any });
  },
};
const wires = Object.entries(fundingsOf);

test.each(wires)('%s: a settlement without its mark price has none', async (_, wire) => {
  const [settled, ...more] = await wire(false).fundings('1/900', PERP, '', 10, AT_MS - 1_000);
  expect(more).toEqual([]);
  expect(settled).toMatchObject({ amount: '-1.5', mark: null, positionSide: 'net' });
});

test.each(wires.slice(1))(
  '%s: one without its rate has none, and with both sides held waits for it',
  async (_, wire) => {
    expect(await wire(false).fundings('1/900', PERP, '', 10, AT_MS - 1_000)).toMatchObject([{ rate: null }]);
    expect(await wire(true).fundings('1/900', PERP, '', 10, AT_MS - 1_000)).toEqual([]);
  },
);

it('a position of which the size, or what stands behind it, is not told is no flat one', async () => {
  const okx = {
    ...{
      instId: 'BTC-USDT-SWAP',
      instType: 'SWAP',
      mgnMode: 'isolated',
      posSide: 'net',
      pos: '1',
      avgPx: '',
      markPx: '',
    },
    ...{ liqPx: '', margin: '20', upl: '', lever: '3' },
  };
  const bybit = {
    ...{ symbol: 'BTCUSDT', positionIdx: '0', side: 'Buy', size: '1', avgPrice: '', markPrice: '', liqPrice: '' },
    ...{ leverage: '3', unrealisedPnl: '', positionIM: '20', positionBalance: '' },
  };
  const bitget = {
    ...{ symbol: 'BTCUSDT', holdSide: 'long', total: '1', marginSize: '20', leverage: '3', openPriceAvg: '' },
    ...{ marginMode: 'isolated', posMode: 'one_way_mode', unrealizedPL: '', liquidationPrice: '', markPrice: '' },
  };
  const binance = {
    ...{ symbol: 'BTCUSDT', positionSide: 'BOTH', positionAmt: '1', entryPrice: '1', markPrice: '1' },
    ...{ unRealizedProfit: '0', liquidationPrice: '0', isolatedWallet: '20', leverage: '3', marginType: 'isolated' },
  };
  const gate = {
    ...{ contract: 'BTC_USDT', size: '1', leverage: '3', cross_leverage_limit: '0', margin: '20', mode: 'single' },
    ...{ entry_price: '', liq_price: '', mark_price: '', unrealised_pnl: '' },
  };
  const readers: Record<string, (row: object) => Promise<unknown>> = {
    okx: (row) =>
      new OkxAccount({ line: lineOf({ privateGetAccountPositions: [{ ...okx, ...row }] }), data, nowMs }).positions(
        'a',
      ),
    bybit: (row) => {
      const answers = {
        privateGetV5PositionList: { list: [{ ...bybit, ...row }], nextPageCursor: '' },
        privateGetV5AccountInfo: { marginMode: 'ISOLATED_MARGIN' },
      };
      return new BybitAccount({ line: lineOf(answers), data, nowMs }).positions('a');
    },
    bitget: (row) =>
      new BitgetAccount({
        line: lineOf({ privateMixGetV2MixPositionAllPosition: [{ ...bitget, ...row }] }),
        ...{ data, nowMs },
      }).positions('a'),
    gate: (row) =>
      new GateAccount({
        line: lineOf({ privateFuturesGetSettlePositions: [{ ...gate, ...row }] }),
        data,
        nowMs,
      }).positions('a'),
    binance: (row) => {
      const answers = {
        sapiGetAccountApiRestrictions: { enableFutures: true },
        fapiPrivateV2GetPositionRisk: [{ ...binance, ...row }],
      };
      return new BinanceAccount({ line: lineOf(answers), nowMs }).positions('a');
    },
  };
  const missing: Record<string, readonly object[]> = {
    okx: [{ pos: '' }, { margin: '' }, { lever: '' }],
    bybit: [{ size: '' }, { positionIM: '' }, { leverage: '' }],
    bitget: [{ total: '' }, { marginSize: '' }, { leverage: '' }],
    gate: [{ size: '' }, { margin: '' }, { leverage: '' }],
    binance: [{ positionAmt: '' }, { isolatedWallet: '' }, { leverage: '' }],
  };
  for (const [wire, read] of Object.entries(readers)) {
    const [held] = (await read({})) as { margin: string; entryPrice: string | null }[];
    expect([wire, held?.margin]).toEqual([wire, '20']);
    if (wire !== 'binance') expect(held?.entryPrice).toBeNull();
    for (const row of missing[wire] ?? []) await expect(read(row)).rejects.toThrow(ExchangeUnreadable);
  }
});
