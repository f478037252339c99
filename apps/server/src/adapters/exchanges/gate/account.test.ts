// Gate's account through answers of its own form: what was never opened holds nothing, what lists nothing is a broken answer, cross margin
// tells its leverage beside, and a user is asked for once a key.
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../ports/secret.ts';
import { meaningOf } from '../shared/exchange-profile.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { GateAccount } from './account.ts';
import { gateTrading } from './profile.ts';

const PERP = 'BTC/USDT:USDT';
// biome-ignore lint/suspicious/noExplicitAny: as far as accounts ask of it
const data: any = {
  sizes: { needValueOf: async () => '0.0001' },
  names: async () => new Map([['BTC_USDT', { id: 'BTC_USDT', symbol: PERP, kind: 'futures' }]]),
};

/** Answers each call with what is given for it; null = the exchange said that it is absent. */
function accountOf(answers: Readonly<Record<string, unknown>>, asked: string[] = [], key = () => 'k1') {
  // biome-ignore lint/suspicious/noExplicitAny: stands for the line
  const line: any = {
    keysOf: async () => ({ apiKey: new Secret(key()), secretKey: new Secret('s'), passphrase: null }),
    read: async ({ call }: { call: string }) => {
      asked.push(call);
      if (!(call in answers)) throw new Error(`${call} was not expected`);
      return answers[call];
    },
  };
  return new GateAccount({ line, data, nowMs: () => 1_000 });
}

const wallet = {
  total: '100.5',
  unrealised_pnl: '-2.5',
  position_margin: '20',
  available: '70',
  position_mode: 'single',
};
const position = {
  ...{ contract: 'BTC_USDT', size: '-1.7', leverage: '10', cross_leverage_limit: '0', margin: '20', mode: 'single' },
  ...{ entry_price: '60000', liq_price: '66000', mark_price: '60100', unrealised_pnl: '-0.1' },
};

describe('an account for contracts that was never opened', () => {
  const account = accountOf({ privateFuturesGetSettlePositions: null, privateFuturesGetSettleAccounts: null });

  it('is told by a label of its own, and has no money, no positions and one side', async () => {
    expect(meaningOf(gateTrading, 'USER_NOT_FOUND', '')).toBe('absent');
    expect(await account.balances('a', 'futures')).toEqual([]);
    expect(await account.positions('a')).toEqual([]);
    expect(await account.positionMode('a')).toBe('one_way');
  });
});

it('what is bound of contracts is the equity less what is free', async () => {
  const account = accountOf({ privateFuturesGetSettleAccounts: wallet });
  expect(await account.balances('a', 'futures')).toEqual([{ asset: 'USDT', free: '70', locked: '28' }]);
  for (const left of ['total', 'available', 'unrealised_pnl', 'position_mode'])
    await expect(
      accountOf({ privateFuturesGetSettleAccounts: { ...wallet, [left]: undefined } }).balances('a', 'futures'),
    ).rejects.toThrow(ExchangeUnreadable);
});

it('a spot wallet that lists nothing is a broken answer, one without money is none', async () => {
  const spot = (rows: unknown) => accountOf({ privateSpotGetAccounts: rows }).balances('a', 'spot');
  await expect(spot([])).rejects.toThrow(ExchangeUnreadable);
  await expect(spot([{ currency: 'BTC', available: '' }])).rejects.toThrow(ExchangeUnreadable);
  expect(await spot([{ currency: 'USDT', available: '0', locked: '0' }])).toEqual([]);
  expect(await spot([{ currency: 'BTC', available: '0.10', locked: '0.5', update_id: '7' }])).toEqual([
    { asset: 'BTC', free: '0.1', locked: '0.5' },
  ]);
});

it('a position is told in coins with its sign; in cross margin its leverage stands beside', async () => {
  const held = (more: object) =>
    accountOf({ privateFuturesGetSettlePositions: [{ ...position, ...more }] }).positions('a');
  expect(await held({})).toMatchObject([
    { symbol: PERP, positionSide: 'net', qty: '-0.00017', leverage: 10, marginMode: 'isolated', margin: '20' },
  ]);
  expect(await held({ leverage: '0', cross_leverage_limit: '5' })).toMatchObject([
    { leverage: 5, marginMode: 'cross', margin: '0' },
  ]);
  expect(await held({ mode: 'dual_short' })).toMatchObject([{ positionSide: 'short' }]);
  expect(await held({ contract: 'GONE_USDT' })).toEqual([]);
});

it('no positions are believed only where no margin is bound', async () => {
  const none = (position_margin: string) =>
    accountOf({
      privateFuturesGetSettlePositions: [],
      privateFuturesGetSettleAccounts: { ...wallet, position_margin },
    }).positions('a');
  expect(await none('0')).toEqual([]);
  await expect(none('20')).rejects.toThrow(ExchangeUnreadable);
});

it('the rights are those of the key itself, and its user is asked for once a key', async () => {
  const perms = (read_only: boolean) => [{ name: 'futures', read_only }];
  const keys = [
    { key: 'other', perms: perms(false) },
    { key: 'k1', perms: perms(true) },
  ];
  expect(await accountOf({ privateAccountGetMainKeys: keys }).mayFutures('a')).toBe(false);
  expect(await accountOf({ privateAccountGetMainKeys: { key: 'k1', perms: perms(false) } }).mayFutures('a')).toBe(true);
  const asked: string[] = [];
  let key = 'k1';
  const account = accountOf({ privateAccountGetDetail: { user_id: '20011' } }, asked, () => key);
  expect([await account.userOf('a'), await account.userOf('a')]).toEqual(['20011', '20011']);
  expect(asked).toHaveLength(1);
  key = 'k2';
  await account.userOf('a');
  expect(asked).toHaveLength(2);
});

it('only isolated margin is set, and moves of margin are not listed', async () => {
  const account = accountOf({});
  expect(await account.setLeverage('a', PERP, 5, 'cross')).toMatchObject({ outcome: 'refused', code: 3001 });
  await expect(account.marginAdds()).rejects.toThrow(ExchangeUnreadable);
});
