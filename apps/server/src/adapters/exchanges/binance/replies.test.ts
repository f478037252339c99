// Binance's replies, written after its documentation, as our adapters read them: whole, and with each field missing, null, empty, renamed
// or beside one that is new. What is read otherwise then stands below, and why.
import { type Declared, testReplies } from '../testing/reply-suite.ts';

const declared: readonly Declared[] = [
  {
    fields: ['clientOrderId', 'clientAlgoId', 'c', 'caid', 'C'],
    when: ['word'],
    as: /^cid="SOMETHING_NEW"$/,
    because: 'a client may give any name',
  },
  {
    fields: ['C'],
    when: ['empty'],
    as: /^cid="cancelMyOrder1"$/,
    because: 'empty where no cancel has a name of its own',
  },
  {
    fields: ['status', 'algoStatus', 'X'],
    when: ['word'],
    as: /^(status="(open|halt)"|selfTrade=)$/,
    because: 'a state that nobody knows is no end of an order, and no open market',
  },
  { fields: ['timeInForce', 'f'], when: ['word'], as: /^tif="gtc"$/, because: 'a word that nobody knows' },
  {
    fields: ['asset', 'commissionAsset', 'N'],
    when: ['word'],
    as: /^(asset|feeAsset)="SOMETHING_NEW"$/,
    because: 'a coin may have any name',
  },
  {
    fields: ['symbol', 'baseAsset', 'quoteAsset', 's'],
    when: ['word'],
    as: /^(rows |market="SOMETHING_NEW"|fundingHours=8|(fundingRate|mark|nextFundingMs)=$)/,
    because: 'what is named otherwise is another market',
  },
  {
    fields: ['n'],
    when: ['missing', 'null', 'renamed'],
    as: /^fee="0"$/,
    because: 'a trade by force tells no fee of its own',
  },
  {
    fields: ['ot'],
    when: ['word'],
    as: /^(by|kind|price|isStop)=/,
    because: 'an order that began otherwise is no stop of ours',
  },
  { fields: ['wt'], when: ['word'], as: /^by="last"$/, because: 'a price that nobody knows' },
  {
    fields: ['deltaType'],
    when: ['empty', 'word'],
    as: /^rows 2→1$/,
    because: 'what its owner did not move is none of his moves',
  },
  {
    fields: [
      'executedQty',
      'origQty',
      'price',
      'side',
      'status',
      'symbol',
      'timeInForce',
      'type',
      'transactTime',
      'workingTime',
      'positionSide',
      'reduceOnly',
      'updateTime',
    ],
    when: ['missing', 'null', 'empty', 'renamed', 'word'],
    as: /^(price="50000"|createdAtMs=1700000(000001|600000))$/,
    because: 'what a receipt leaves out is as it was asked for, by our clock where it tells no time',
  },
  { fields: ['lastFundingRate'], when: ['empty'], as: /^fundingRate=$/, because: 'a contract without a rate' },
  {
    fields: [
      'askMultiplierDown',
      'askMultiplierUp',
      'bidMultiplierDown',
      'bidMultiplierUp',
      'multiplierDown',
      'multiplierUp',
      'maxNotional',
      'maxQty',
    ],
    when: ['missing', 'null', 'empty', 'renamed'],
    as: /^(sellLeast|sellMost|buyLeast|buyMost|maxNotional|maxMarketQty)=$/,
    because: 'a bound that is not told is none',
  },
  {
    fields: ['filterType'],
    when: ['word'],
    as: /^(buyLeast=|buyMost=|sellLeast=|sellMost=|maxMarketQty=|maxNotional=|minNotional="0"|rows 5→4)$/,
    because: 'all filters are optional',
  },
  {
    fields: ['filters'],
    when: ['empty'],
    as: /^rows 5→4$/,
    because: 'all filters are optional, and a market without its figures is left out',
  },
  {
    fields: ['maxPrice', 'maxQty', 'minPrice', 'minQty', 'minNotional', 'notional', 'stepSize', 'tickSize'],
    when: ['missing', 'null', 'empty', 'renamed'],
    as: /^rows 5→4$/,
    because: 'a market without its figures is left out',
  },
  {
    fields: ['liquidationFee'],
    when: ['missing', 'renamed'],
    as: /^rows 5→4$/,
    because: 'a contract without its figures is left out',
  },
  {
    fields: ['contractType', 'marginAsset'],
    when: ['missing', 'empty', 'renamed', 'word'],
    as: /^rows 5→4$/,
    because: 'what is not named a perpetual in its quote is none of ours',
  },
  {
    fields: ['brackets', 'cum', 'initialLeverage', 'maintMarginRatio', 'notionalFloor', 'symbol'],
    when: ['missing', 'null', 'empty', 'renamed'],
    as: /^rows 5→3$/,
    because: 'contracts whose tables cannot be read are left out',
  },
  { fields: ['symbols'], when: ['empty'], as: /^rows /, because: 'an empty list' },
  {
    fields: ['id'],
    when: ['empty'],
    as: /^id=""$/,
    because: 'an answer that names nothing answers nothing that was asked',
  },
  {
    fields: ['enableInternalTransfer', 'permitsUniversalTransfer', 'tradingAuthorityExpirationTime'],
    when: ['missing', 'renamed'],
    as: /=null$/,
    because: 'a right or an end that is not told',
  },
];

testReplies('binance', declared);
