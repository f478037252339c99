// The few wallet calls that clients make while they load markets or judge a key.
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Calls } from './call.ts';
import { ZERO } from './figures.ts';
import { nameOf, type Symbols } from './symbols.ts';

const PPM_DECIMALS = 6;

export function walletCalls(exchange: Exchange, symbols: Symbols): Calls {
  return {
    'GET /sapi/v1/system/status': { weight: 1, guard: 'none', run: () => ({ status: 0, msg: 'normal' }) },
    'GET /sapi/v1/capital/config/getall': {
      weight: 10,
      guard: 'read',
      run: (_params, { account }) => exchange.balances.assets().map((asset) => coinView(exchange, account.id, asset)),
    },
    'GET /sapi/v1/account/apiRestrictions': {
      weight: 1,
      guard: 'key',
      run: (_params, { key }) => ({
        ipRestrict: key.ips.length > 0,
        createTime: key.madeAtMs,
        enableReading: key.permissions.includes('read'),
        enableSpotAndMarginTrading: key.permissions.includes('spot'),
        enableFutures: key.permissions.includes('futures'),
        enableWithdrawals: key.permissions.includes('withdraw'),
        enableInternalTransfer: false,
        enableMargin: false,
        permitsUniversalTransfer: false,
        enableVanillaOptions: false,
        enableFixApiTrade: false,
        enableFixReadOnly: false,
        enablePortfolioMarginTrading: false,
      }),
    },
    'GET /sapi/v1/asset/tradeFee': {
      weight: 1,
      guard: 'read',
      run: (params) =>
        symbols.asked(params).desks.map((desk) => ({
          symbol: nameOf(desk),
          makerCommission: formatScaled(desk.instrument.makerPpm, PPM_DECIMALS, true),
          takerCommission: formatScaled(desk.instrument.takerPpm, PPM_DECIMALS, true),
        })),
    },
    // Nothing is lent here.
    'GET /sapi/v1/margin/allPairs': { weight: 1, guard: 'key', run: () => [] },
    'GET /sapi/v1/margin/isolated/allPairs': { weight: 10, guard: 'read', run: () => [] },
    'GET /sapi/v1/margin/allAssets': { weight: 1, guard: 'key', run: () => [] },
  };
}

function coinView({ balances }: Exchange, accountId: number, asset: string) {
  const { freeAtoms, lockedAtoms } = balances.balance(accountId, asset);
  return {
    coin: asset,
    name: asset,
    depositAllEnable: false,
    withdrawAllEnable: false,
    free: balances.format(asset, freeAtoms),
    locked: balances.format(asset, lockedAtoms),
    freeze: ZERO,
    ipoable: ZERO,
    ipoing: ZERO,
    storage: ZERO,
    withdrawing: ZERO,
    isLegalMoney: false,
    trading: true,
    networkList: [],
  };
}
