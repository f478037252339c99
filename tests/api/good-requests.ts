// For every call a request that passes its schema, so that what answers is the use case and not the form. A call without
// one stops the tests that walk the calls.
import type { Call } from '@cormorant/contract/call.ts';
import { callList } from '@cormorant/contract/calls.ts';

export interface GoodRequest {
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
}

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const SIGNATURE = `0x${'11'.repeat(64)}1b`;
const password = 'brave4Lantern';
/** Bots of a new database are numbered from here. */
export const FIRST_BOT = 1001;
const bot = { query: { id: FIRST_BOT } };
const grid = { lower: '50000', upper: '70000', grid_levels: 10, grid_mode: 'geometric' };

const proof = { password: 'wrong4Word' };
const setInfo: readonly Record<string, unknown>[] = [
  { field: 'nickname', value: 'Tide' },
  { field: 'avatar', value: 'a07' },
  { field: 'email_code', value: 'tide@example.org', proof },
  { field: 'email', value: { email: 'tide@example.org', code: '482913' }, proof },
  { field: 'email', value: { email: 'tide@example.org', code: '482913', payment: '482913' } },
  { field: 'mobile', value: '+8613800138000' },
  { field: 'account', value: { account: 'tide_2026', password, confirm: password }, proof: { signature: SIGNATURE } },
  { field: 'account', value: { account: 'tide_2026' }, proof: { code: '482913' } },
  { field: 'referral', value: '10000001' },
  { field: 'fuel_notice', value: '25' },
  { field: 'rank_public', value: 1 },
  { field: 'lang', value: 'en' },
];

/** Of the form of a reset's. */
const TICKET = 'T'.repeat(43);
const changed = { password, confirm: password };
const pin = { payment: '739164', confirm: '739164' };

/** The first is the plainest; the others reach other ways through the call. */
const requests: Record<string, readonly GoodRequest[]> = {
  loginAccount: [{ body: { terminal: 1, account: 'nobody_here', password: 'wrong4Word' } }],
  loginExists: [{ query: { address: ADDRESS } }],
  loginNonce: (['login', 'bind', 'prove'] as const).map((purpose) => ({ query: { address: ADDRESS, purpose } })),
  loginVerify: [
    { body: { address: ADDRESS, signature: SIGNATURE, terminal: 4, referrer: '' } },
    { body: { address: ADDRESS, signature: SIGNATURE, terminal: 1, message: 'no such text', referrer: '12345678' } },
  ],
  loginRegister: [{ body: { terminal: 1, account: 'matrix_user', ...changed } }],
  loginReset: [
    { body: { account: 'nobody_here' } },
    { body: { account: 'nobody_here', code: '482913', ticket: TICKET, ...changed } },
  ],
  userSetInfo: setInfo.map((body) => ({ body })),
  userBind: [{}, proof, { payment: '482913' }, { code: '482913' }, { signature: SIGNATURE }].map((one) => ({
    body: { address: ADDRESS, signature: SIGNATURE, proof: one },
  })),
  userChangePassword: [{ old_password: 'wrong4Word' }, { code: '482913' }, { signature: SIGNATURE }, {}].map((one) => ({
    body: { ...changed, ...one },
  })),
  userChangePayment: [
    { mode: 'set', password: 'wrong4Word' },
    { mode: 'change', old_payment: '482913' },
    { mode: 'reset', code: '482913' },
    { mode: 'reset', signature: SIGNATURE },
  ].map((one) => ({ body: { ...pin, ...one } })),
  userSessionRevoke: [{ query: { id: 2_000_000_000 } }, { query: { others: 1 } }],
  marketSymbols: [
    { query: { exchange: 'local' } },
    { query: { exchange: 'local', latest: 1, indicator: 1, history: 24, timeframe: '1h' } },
    { query: { exchange: 'local', symbol: 'BTC/USDT', worst: 1 } },
  ],
  marketPrice: [{ query: { symbols: 'local:spot:BTC/USDT' } }],
  marketCandles: [{ query: { exchange: 'local', symbol: 'BTC/USDT' } }],
  botCreate: [
    {
      body: {
        type_id: 3,
        exchange: 'local',
        market: 'spot',
        symbol: 'BTC/USDT',
        investment: '1000',
        params: grid,
        start: 0,
        risk_ack: 1,
      },
    },
  ],
  botUpdate: [{ ...bot, body: { version: 1, risk_ack: 1, name: 'renamed' } }],
  botPlan: [{ ...bot, body: { version: 1 } }],
  botInfo: [bot],
  botDetail: [bot],
  botOperation: [{ query: { id: FIRST_BOT, action: 'pause' } }],
  botPositions: [bot],
  positionAdds: [{ query: { id: 1 } }],
  userReferrals: [{}, { query: { page: 2, limit: 5 } }],
  userTeam: [{}, { query: { uid: '10000001' } }],
  userTeamRate: [0, 12.5, 60].map((rate) => ({ query: { id: '10000001' }, body: { rate } })),
  userFuelCharge: [{ query: { id: 1 } }],
  userBillLogs: [{}, { query: { exchange: 'local', bot_id: FIRST_BOT, date: '2026-11-21', page_size: 5 } }],
  userBillDetail: [{ query: { id: 1 } }],
  userExport: (['fills', 'settlements', 'actions'] as const).map((kind) => ({
    query: { kind, bot_id: FIRST_BOT, exchange: 'local', from: '2026-01-01', to: '2026-12-31' },
  })),
  botBatch: [
    { query: { action: 'pause', ids: `${FIRST_BOT},2000000000` } },
    { query: { action: 'stop', ids: `${FIRST_BOT}`, close_position: 0 } },
  ],
  botPanic: [{ body: {} }, { body: { undo: 1 } }],
  botDrift: (['mine', 'take', 'check'] as const).map((answer) => ({ ...bot, body: { answer } })),
  botHook: [{ ...bot, body: {} }],
  hookSignal: [
    { body: { id: 'signal-1', action: 'open' } },
    { body: { id: 'signal-2', action: 'close', side: 'sell' } },
  ],
  exchangesBind: [
    { body: { exchangeId: 'binance', apiKey: 'k'.repeat(64), secretKey: 's'.repeat(64) } },
    { body: { exchangeId: 3, apiKey: 'k'.repeat(36), secretKey: 's'.repeat(32), passphrase: 'words', label: 'main' } },
  ],
  userApiBind: [
    { body: { exchange: 'bybit', api_key: 'k'.repeat(18), secret_key: 's'.repeat(36) } },
    { body: { exchange: 'gate', api_key: 'k'.repeat(32), secret_key: 's'.repeat(64), accept_unknown: 1 } },
  ],
  userApi: [{}, { query: { exchange: 'binance' } }],
  userApiRemove: [{ query: { exchange: 'okx' } }],
  exchangesUnbind: [{ query: { id: 2_000_000_000 } }],
  userAccountLogs: [{}, { query: { type: 'fuel', kind: 'fuel_use', page: 2, page_size: 5 } }],
  userChange: [
    { kind: 'convert', from: 'balance', to: 'fuel', amount: '10' },
    { kind: 'convert', from: 'points', to: 'fuel', amount: '500', payment: '482913' },
    { kind: 'convert', from: 'fuel', to: 'points', amount: '1' },
    { kind: 'transfer', from: 'balance', to_uid: '10000001', amount: '5', payment: '482913', remark: 'rent' },
    { kind: 'transfer', from: 'fuel', to_uid: '10000001', dry: 1 },
  ].map((one, at) => ({ body: { ...one, request_id: `0b9f1c6e-8a0f-4c7b-9a1d-00000000000${at}` } })),
  userDepositAddress: [{}, { query: { network: 'BEP20' } }],
  userDeposit: [
    { body: { network: 'BEP20', txid: `0x${'ab'.repeat(32)}` } },
    { body: { network: 'TRC20', txid: 'nonsense', amount: '1e9' } },
  ],
  userWithdraw: ['10', '1e3', '-1', '0.123456789'].map((amount, at) => ({
    body: {
      ...{ network: 'BEP20', address: ADDRESS, amount, payment: '482913' },
      request_id: `5f9b0d0e-3c1a-4d52-8f0e-2f6a1c7d9b2${at}`,
    },
  })),
  helpDetail: [{ query: { id: 'first-steps' } }, { query: { id: '1' } }],
  botBatchStatus: [{ query: { task_id: '5f9b0d0e-3c1a-4d52-8f0e-2f6a1c7d9b11' } }],
};

/** Calls that need to be told nothing. */
const needNothing: ReadonlySet<string> = new Set([
  'loginLogout',
  'authProfile',
  'userIndex',
  'userSessions',
  'userAccount',
  'userChangeInfo',
  'userAsset',
  'userDepositInfo',
  'userWithdrawInfo',
  'userBill',
  'userRateHistory',
  'userTeamSummary',
  'userBillGroup',
  'userPositions',
  'marketExchanges',
  'marketBotTypes',
  'botList',
  'botCount',
  'botActions',
  'indexBanners',
  'indexPrivacy',
  'indexTips',
  'indexAbout',
  'indexApi',
  'indexStatus',
  'helpLists',
]);

export function goodRequestsOf(call: Pick<Call, 'name'>): readonly GoodRequest[] {
  const own = requests[call.name];
  if (own !== undefined) return own;
  if (needNothing.has(call.name)) return [{}];
  throw new Error(`the call ${call.name} has no good request: give it one in tests/api/good-requests.ts`);
}

/** Rows that no call uses any more. */
export function strayRows(): string[] {
  const known = new Set(callList.map((call) => call.name));
  return [...Object.keys(requests), ...needNothing].filter((name) => !known.has(name));
}
