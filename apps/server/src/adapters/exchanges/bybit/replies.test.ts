// Bybit's replies, written after its documentation, as our adapters read them: whole, and with each field missing, null, empty, renamed
// or beside one that is new. What is read otherwise then stands below, and why.
import { type Declared, testReplies } from '../testing/reply-suite.ts';

const declared: readonly Declared[] = [
  {
    fields: ['riskParameters'],
    when: ['missing', 'null', 'renamed'],
    as: /^(buyMost|sellLeast)=$/,
    because: 'a bound that is not told is none',
  },
  {
    fields: ['priceLimitRatioX'],
    when: ['missing', 'empty', 'renamed'],
    as: /^(buyMost="1\.0[12]"|sellLeast="0\.9[89]")$/,
    because: 'of two bounds the one that is told counts',
  },
  {
    fields: ['orderLinkId'],
    when: ['word', 'empty'],
    as: /^cid=/,
    because: 'an order that no client named bears a name of ours',
  },
  {
    fields: ['orderId'],
    when: ['word', 'empty'],
    as: /^cid="bybit-/,
    because: 'an order of the exchange bears its number',
  },
  {
    fields: ['orderStatus', 'status'],
    when: ['word'],
    as: /^status="(open|halt)"$/,
    because: 'a state that nobody knows is no end of an order, and no open market',
  },
  {
    fields: ['timeInForce'],
    when: ['word'],
    as: /^tif="ioc"$/,
    because: 'of a word that nobody knows nothing may be waited for',
  },
  {
    fields: ['coin', 'feeCurrency'],
    when: ['word'],
    as: /^(asset|feeAsset)="SOMETHING_NEW"$/,
    because: 'a coin may have any name',
  },
  {
    fields: ['feeCurrency'],
    when: ['empty'],
    as: /^feeAsset="BTC"$/,
    because: 'where its coin is not named it is the one of the documented instruction',
  },
  {
    fields: ['symbol', 'baseCoin', 'quoteCoin', 'settleCoin', 'contractType'],
    when: ['word'],
    as: /^rows /,
    because: 'what is named otherwise is another market',
  },
  {
    fields: ['symbol'],
    when: ['word'],
    as: /^(cum|floor|maintenance|maxLeverage)=/,
    because: 'a tier that is named otherwise is of another market',
  },
  { fields: ['extraFees'], when: ['empty'], as: /^fee="2.31"$/, because: 'empty where nothing is taken besides' },
  {
    fields: ['createType'],
    when: ['missing', 'empty', 'renamed', 'word'],
    as: /^liquidation=false$/,
    because: 'spot has none, and older answers have none',
  },
  {
    fields: ['cancelType'],
    when: ['empty', 'word'],
    as: /^selfTrade=$/,
    because: 'of a word that nobody knows it ended otherwise',
  },
  { fields: ['triggerBy'], when: ['word'], as: /^by="last"$/, because: 'a price of an index is none of ours' },
  {
    fields: ['execType'],
    when: ['word'],
    as: /^rows /,
    because: 'what is no settlement of funding is not listed among them',
  },
  {
    fields: ['totalOrderIM', 'totalPositionIM'],
    when: ['empty'],
    as: /^(free|locked)=/,
    because: 'empty of an account in portfolio margin',
  },
  {
    fields: ['avgPrice', 'markPrice', 'unrealisedPnl', 'feeRate'],
    when: ['empty'],
    as: /^(entryPrice|markPrice|unrealized|rate)=null$/,
    because: 'a figure that is not told',
  },
  {
    fields: ['feeRate'],
    when: ['missing', 'renamed'],
    as: /^rate=null$/,
    because: 'a settlement whose rate is not told',
  },
  { fields: ['liqPrice'], when: ['empty'], as: /^liqPrice="0"$/, because: 'empty where no price ends it' },
  {
    fields: ['positionBalance'],
    when: ['missing', 'empty', 'renamed'],
    as: /^margin="1400.05"$/,
    because: 'where its older name is gone the initial margin stands for it',
  },
  { fields: ['a', 'b'], when: ['empty'], as: /^(ask|bid)="0"$/, because: 'a side on which nobody stands' },
  { fields: ['list'], when: ['empty'], as: /^rows /, because: 'an empty list' },
  {
    fields: ['minOrderQty'],
    when: ['missing', 'empty', 'renamed'],
    as: /^minQty="0.000001"$/,
    because: 'an older name on its way out: the step is the least',
  },
  {
    fields: ['maxMarketOrderQty'],
    when: ['missing', 'empty', 'renamed'],
    as: /^maxMarketQty=$/,
    because: 'a newer name that may not be there yet',
  },
  {
    fields: ['maxMktOrderQty', 'maxOrderAmt'],
    when: ['empty'],
    as: /^(maxMarketQty|maxNotional)=$/,
    because: 'empty where there is no bound',
  },
  { fields: ['mmDeduction'], when: ['empty'], as: /^cum="0"$/, because: 'empty in the first tier' },
  {
    fields: ['fundingRate', 'markPrice', 'nextFundingTime'],
    when: ['empty'],
    as: /^(fundingRate|mark|nextFundingMs)=$/,
    because: 'a contract without a rate or a mark yet',
  },
  {
    fields: ['highPrice24h', 'lowPrice24h', 'prevPrice24h', 'turnover24h'],
    when: ['empty'],
    as: /=null$/,
    because: 'a figure of the day that is not told',
  },
  { fields: ['lastPrice'], when: ['empty'], as: /^rows 2→1$/, because: 'a market without a price has no ticker' },
  {
    fields: ['T', 'p', 'seq'],
    when: ['missing', 'null', 'empty', 'renamed'],
    as: /^rows 2→1$/,
    because: 'a public trade that is not told whole is not told',
  },
  {
    fields: ['req_id'],
    when: ['missing', 'empty', 'renamed'],
    as: /^id=""$/,
    because: 'an answer that names nothing answers nothing that was asked',
  },
  {
    fields: ['Spot', 'Wallet'],
    when: ['empty', 'word'],
    as: /^(spot|withdraw|transfer)=false$/,
    because: 'a right that is not named is none',
  },
  {
    fields: ['ips'],
    when: ['empty', 'word'],
    as: /^ipBound=(false|true)$/,
    because: 'what stands there is what it is bound to',
  },
  {
    fields: ['expiredAt'],
    when: ['missing', 'empty', 'renamed', 'word'],
    as: /^expiresAtMs=null$/,
    because: 'an end that is not told',
  },
  { fields: ['coin'], when: ['empty'], as: /^rows /, because: 'an account without any coin has no row' },
  { fields: ['coin'], when: ['word'], as: /^rows 1→0$/, because: 'another coin is no margin' },
];

testReplies('bybit', declared);
