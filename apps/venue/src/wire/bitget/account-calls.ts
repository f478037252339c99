// The signed calls about an account: who it is, what its two wallets hold, and the bills of contracts.
import { formatQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Account } from '../../exchange/account.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { MarginAddRecord } from '../../store/records.ts';
import { amountsOf, holdingsOf } from '../holdings.ts';
import type { JsonFields } from '../json-fields.ts';
import { type BitgetDeps, backQuery } from './bitget-deps.ts';
import { type BitgetCalls, type Caller, type GuardedCall, READS } from './call.ts';
import { marginModeOf } from './contract-calls.ts';
import { MARGIN_COIN, pairOf } from './pairs.ts';

const FUNDING = 'contract_settle_fee';
const ADDED = 'append_margin';
const TAKEN = 'reduce_margin';

export function accountCalls(deps: BitgetDeps): BitgetCalls {
  const { exchange, pairs } = deps;
  const read = (run: GuardedCall['run']): GuardedCall => ({ guard: 'read', limit: READS, run });
  return {
    'GET /api/v2/spot/account/info': read((_fields, caller) => accountView(caller)),
    'GET /api/v2/spot/account/assets': read((fields, { account }) => {
      const only = fields.text('coin');
      return exchange.balances
        .assets()
        .filter((coin) => only === null || coin === only)
        .map((coin) => {
          const { freeAtoms, lockedAtoms } = exchange.balances.balance(account.id, coin);
          const text = (atoms: number) => exchange.balances.format(coin, atoms);
          const bound = { frozen: text(lockedAtoms), locked: '0', limitAvailable: '0' };
          return { coin, available: text(freeAtoms), ...bound, uTime: String(account.madeAtMs) };
        });
    }),
    'GET /api/v2/mix/account/accounts': read((fields, { account }) => {
      pairs.asked('futures', fields);
      return [walletView(deps, account)];
    }),
    'GET /api/v2/mix/account/account': read((fields, { account }) => {
      const desk = pairs.need('futures', fields);
      const { leverage } = exchange.contracts.book.seatOf(account.id, desk.instrument.symbol);
      const isHedged = exchange.contracts.book.positionMode(account.id) === 'hedge';
      return {
        ...walletView(deps, account),
        ...{ marginMode: marginModeOf(deps, account, desk), posMode: isHedged ? 'hedge_mode' : 'one_way_mode' },
        ...{ isolatedLongLever: leverage, isolatedShortLever: leverage, crossedMarginLeverage: leverage },
      };
    }),
    'GET /api/v2/mix/account/bill': read((fields, { account }) => bills(deps, account, fields)),
  };
}

/** Each right has a word of its own: contracts and spot, to read and to trade, and withdrawals. */
function accountView({ account, key }: Caller) {
  const may = (permission: (typeof key.permissions)[number], ...authorities: string[]) =>
    key.permissions.includes(permission) ? authorities : [];
  return {
    ...{ userId: String(account.id), inviterId: '', channelCode: '', channel: '', ips: key.ips.join(',') },
    authorities: [
      ...may('read', 'coor', 'cpor', 'stor', 'wtor'),
      ...may('spot', 'stow'),
      ...may('futures', 'coow', 'cpow'),
      ...may('withdraw', 'wwow'),
    ],
    ...{ parentId: account.id, traderType: 'not_trader', regisTime: String(account.madeAtMs) },
  };
}

function walletView({ exchange, pairs }: BitgetDeps, account: Account) {
  const { book, scale } = exchange.contracts;
  const text = (atoms: number) => formatScaled(atoms, scale, true);
  const sum = { unrealised: 0, isolated: 0, crossed: 0, orders: 0 };
  const counted = new Set<string>();
  for (const holding of holdingsOf(exchange, account, pairs.ofKind('futures'))) {
    const { initial, openOrder, unrealised, wallet } = amountsOf(holding);
    sum.unrealised += unrealised;
    if (holding.seat.marginMode === 'cross') sum.crossed += initial;
    else sum.isolated += wallet;
    if (!counted.has(holding.desk.symbol)) sum.orders += openOrder;
    counted.add(holding.desk.symbol);
  }
  const available = text(book.availableAtoms(account.id));
  const equity = text(Math.max(0, book.walletAtoms(account.id) + sum.unrealised));
  return {
    ...{ marginCoin: MARGIN_COIN, locked: text(sum.orders), available, crossedMaxAvailable: available },
    ...{ isolatedMaxAvailable: available, maxTransferOut: available, accountEquity: equity, usdtEquity: equity },
    ...{ unrealizedPL: text(sum.unrealised), isolatedMargin: text(sum.isolated), crossedMargin: text(sum.crossed) },
    ...{ crossedRiskRate: '0', coupon: '0', assetMode: 'single' },
  };
}

/** Only the kinds there are here: what else is asked for is there in vain. */
function bills({ exchange, pairs }: BitgetDeps, account: Account, fields: JsonFields) {
  const desks = pairs.asked('futures', fields);
  const type = fields.text('businessType');
  const query = backQuery(
    desks.map(({ symbol }) => symbol),
    fields,
  );
  const row = (desk: SymbolDesk, billId: string, amountAtoms: number, atMs: number) => ({
    ...{ billId, symbol: pairOf(desk), amount: formatQuote(desk.instrument, amountAtoms), fee: '0', feeByCoupon: '' },
    ...{ businessType: type ?? '', coin: MARGIN_COIN, balance: '', cTime: String(atMs) },
  });
  if (type === FUNDING) {
    const rows = exchange.fundingsBack(account, query);
    return {
      bills: rows.map((one) => row(exchange.desk(one.symbol) as SymbolDesk, String(one.id), one.amountAtoms, one.atMs)),
      endId: String(rows.at(-1)?.id ?? ''),
    };
  }
  if (type !== ADDED && type !== TAKEN) return { bills: [], endId: '' };
  const moved = desks.flatMap((desk) =>
    exchange.contracts
      .marginAddsSince(account, desk, query.startMs ?? 0)
      .filter((one) => isOf(type, one))
      // Moves of margin have no number here: their times name them.
      .map((one, at) => row(desk, `${one.atMs}${String(at).padStart(3, '0')}`, one.amountAtoms, one.atMs)),
  );
  const told = moved
    .filter(
      ({ billId, cTime }) => Number(billId) < (query.belowId ?? Infinity) && Number(cTime) <= (query.endMs ?? Infinity),
    )
    .reverse()
    .slice(0, query.limit);
  return { bills: told, endId: told.at(-1)?.billId ?? '' };
}

function isOf(type: typeof ADDED | typeof TAKEN, { amountAtoms }: MarginAddRecord): boolean {
  return (type === ADDED) === amountAtoms > 0;
}
