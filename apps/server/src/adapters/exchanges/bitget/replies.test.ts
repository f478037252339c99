// Bitget's replies, written after its documentation, as our adapters read them: whole, and with each field missing, null, empty, renamed
// or beside one that is new. What is read otherwise then stands below, and why.
import { type Declared, testReplies } from '../testing/reply-suite.ts';

const declared: readonly Declared[] = [
  {
    fields: ['buyLimitPriceRatio', 'sellLimitPriceRatio'],
    when: ['missing', 'null', 'empty', 'renamed'],
    as: /^(buyMost|sellLeast)=$/,
    because: 'a bound that is not told is none',
  },
  {
    fields: ['clientOid', 'clientOId'],
    when: ['word', 'empty'],
    as: /^cid=/,
    because: 'an order that no client named bears a name of ours',
  },
  {
    fields: ['state', 'status', 'symbolStatus'],
    when: ['word'],
    as: /^status="(open|halt)"$/,
    because: 'a state that nobody knows is no end of an order, and no open market',
  },
  {
    fields: ['force'],
    when: ['word'],
    as: /^tif="ioc"$/,
    because: 'of a word that nobody knows nothing may be waited for',
  },
  {
    fields: ['coin', 'feeCoin', 'fillFeeCoin'],
    when: ['word'],
    as: /^(asset|feeAsset)="SOMETHING_NEW"$/,
    because: 'a coin may have any name',
  },
  {
    fields: ['symbol', 'baseCoin', 'quoteCoin', 'symbolType', 'instId'],
    when: ['word'],
    as: /^(rows |market="SOMETHING_NEW"|id="trade SOMETHING_NEW"|(fundingRate|nextFundingMs)=$)/,
    because: 'what is named otherwise is another market',
  },
  {
    fields: ['tradeScope'],
    when: ['empty', 'word'],
    as: /^maker=false$/,
    because: 'who is not named a maker is a taker',
  },
  {
    fields: ['tradeSide'],
    when: ['empty', 'word'],
    as: /^liquidation=false$/,
    because: 'of one-way mode it may be empty',
  },
  {
    fields: ['cancelReason'],
    when: ['missing', 'null', 'empty', 'renamed', 'word'],
    as: /^selfTrade=$/,
    because: 'lists of what stands do not have it',
  },
  {
    fields: ['reduceOnly'],
    when: ['missing', 'empty', 'renamed', 'word'],
    as: /^reduceOnly=false$/,
    because: 'lists of what stands do not have it',
  },
  {
    fields: ['markPrice', 'openPriceAvg', 'unrealizedPL'],
    when: ['missing', 'null', 'empty', 'renamed'],
    as: /^(markPrice|entryPrice|unrealized)=null$/,
    because: 'a figure that is not told',
  },
  {
    fields: ['liquidationPrice'],
    when: ['null', 'empty'],
    as: /^liqPrice="0"$/,
    because: 'empty where no price ends it',
  },
  { fields: ['asks', 'bids'], when: ['empty'], as: /^(ask|bid)="0"$/, because: 'a side on which nobody stands' },
  { fields: ['data'], when: ['empty'], as: /^(rows |(fundingRate|nextFundingMs)=$)/, because: 'an empty list' },
  {
    fields: ['bills', 'fillList', 'entrustedList'],
    when: ['null', 'empty'],
    as: /^rows /,
    because: 'no list where there is nothing',
  },
  {
    fields: ['code', 'data', 'keepMarginRate', 'leverage', 'startUnit'],
    when: ['missing', 'null', 'empty', 'renamed', 'word'],
    as: /^rows 5→3$/,
    because: 'a contract whose tiers cannot be read is left out',
  },
  {
    fields: ['fundingRate', 'nextUpdate', 'markPrice'],
    when: ['empty'],
    as: /^(fundingRate|nextFundingMs|mark)=$/,
    because: 'a contract without a rate or a mark yet',
  },
  {
    fields: ['high24h', 'low24h', 'open', 'open24h', 'quoteVolume'],
    when: ['empty'],
    as: /=null$/,
    because: 'a figure of the day that is not told',
  },
  { fields: ['lastPr'], when: ['empty'], as: /^rows 2→1$/, because: 'a market without a price has no ticker' },
  {
    fields: ['price', 'tradeId', 'ts'],
    when: ['missing', 'null', 'empty', 'renamed'],
    as: /^(rows 2→1|atMs=1700000000001|id="1111111112"|price="42300.1")$/,
    because: 'a public trade that is not told whole is not told: of the past the one before it is the last',
  },
  {
    fields: ['arg'],
    when: ['missing', 'renamed'],
    as: /^(id=|market=$)/,
    because: 'an answer that names nothing answers nothing that was asked',
  },
  {
    fields: ['channel'],
    when: ['empty', 'word'],
    as: /^id=/,
    because: 'an answer to something else answers nothing that was asked',
  },
  {
    fields: ['instId'],
    when: ['missing', 'empty', 'renamed'],
    as: /^(id="trade "|market=("")?)$/,
    because: 'of no market nobody hears',
  },
  {
    fields: ['authorities'],
    when: ['empty', 'word'],
    as: /^((read|spot|futures|withdraw|transfer)=false|(withdraw|transfer)=null)$/,
    because: 'a right that is not named is none, or not known of an older key',
  },
  { fields: ['ips'], when: ['null', 'empty'], as: /^ipBound=false$/, because: 'empty where it is bound to none' },
];

testReplies('bitget', declared);
