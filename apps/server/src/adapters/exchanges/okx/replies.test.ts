// OKX's replies, written after its documentation, as our adapters read them: whole, and with each field missing, null, empty, renamed
// or beside one that is new. What is read otherwise then stands below, and why.
import { type Declared, testReplies } from '../testing/reply-suite.ts';

const declared: readonly Declared[] = [
  {
    fields: ['clOrdId'],
    when: ['word', 'empty'],
    as: /^cid=/,
    because: 'an order that no client named bears a name of ours',
  },
  {
    fields: ['state'],
    when: ['word'],
    as: /^status="(open|halt)"$/,
    because: 'a state that nobody knows is no end of an order, and no open market',
  },
  {
    fields: ['ordType'],
    when: ['word'],
    as: /^tif="ioc"$/,
    because: 'of a kind that nobody knows nothing may be waited for',
  },
  {
    fields: ['feeCcy', 'fillFeeCcy', 'ccy'],
    when: ['word'],
    as: /^(feeAsset|asset)="SOMETHING_NEW"$/,
    because: 'a coin may have any name',
  },
  {
    fields: ['instId', 'settleCcy', 'ctType'],
    when: ['word'],
    as: /^(rows |market="SOMETHING_NEW"|id="trades SOMETHING_NEW"|(fundingRate|nextFundingMs)=$)/,
    because: 'what is named otherwise is another market',
  },
  { fields: ['execType'], when: ['empty', 'word'], as: /^maker=false$/, because: 'of trades by force it is empty' },
  {
    fields: ['category'],
    when: ['word'],
    as: /^liquidation=false$/,
    because: 'a category that nobody knows forces nothing',
  },
  { fields: ['cancelSource'], when: ['empty'], as: /^selfTrade=$/, because: 'empty where nothing ended it' },
  { fields: ['reduceOnly'], when: ['empty'], as: /^reduceOnly=false$/, because: 'empty of spot' },
  { fields: ['imr', 'isoEq'], when: ['empty'], as: /^locked=/, because: 'empty where nothing is bound so' },
  { fields: ['avgPx', 'markPx', 'upl'], when: ['empty'], as: /=null$/, because: 'a figure that is not told' },
  { fields: ['liqPx'], when: ['empty'], as: /^liqPrice="0"$/, because: 'empty where no price ends it' },
  {
    fields: ['px'],
    when: ['missing', 'empty', 'renamed'],
    as: /^mark=null$/,
    because: 'a bill may tell no mark price',
  },
  {
    fields: ['realizedRate'],
    when: ['missing', 'empty', 'renamed'],
    as: /^rate="0.000227"$/,
    because: 'where what was charged is not told its rate is',
  },
  { fields: ['asks', 'bids'], when: ['empty'], as: /^(ask|bid)="0"$/, because: 'a side on which nobody stands' },
  {
    fields: ['high24h', 'low24h', 'open24h', 'volCcy24h'],
    when: ['empty'],
    as: /=null$/,
    because: 'a figure of the day that is not told',
  },
  { fields: ['last'], when: ['empty'], as: /^rows 2→1$/, because: 'a market without a price has no ticker' },
  {
    fields: ['fundingRate', 'fundingTime', 'data'],
    when: ['empty'],
    as: /^(fundingRate|nextFundingMs)=$/,
    because: 'a contract without a rate yet',
  },
  { fields: ['data'], when: ['empty'], as: /^rows /, because: 'an empty list' },
  {
    fields: ['ctType', 'settleCcy', 'ctVal', 'instFamily', 'tickSz', 'lotSz', 'minSz', 'maxLmtSz'],
    when: ['empty'],
    as: /^rows 4→3$/,
    because: 'a market without its figures is left out',
  },
  {
    fields: ['maxLmtAmt', 'maxMktSz'],
    when: ['empty'],
    as: /^(maxNotional|maxMarketNotional|maxMarketQty)=$/,
    because: 'empty where there is no bound',
  },
  {
    fields: ['ts'],
    when: ['missing', 'renamed'],
    as: /^createdAtMs=1700000600000$/,
    because: 'a receipt without its time is of now',
  },
  { fields: ['ip'], when: ['empty'], as: /^ipBound=false$/, because: 'empty where it is bound to none' },
  {
    fields: ['perm'],
    when: ['empty', 'word'],
    as: /^(read|spot|futures|withdraw)=false$/,
    because: 'a right that is not named is none',
  },
  {
    fields: ['arg'],
    when: ['missing', 'renamed'],
    as: /^id=/,
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
    as: /^id="trades "$/,
    because: 'an answer without its market answers nothing that was asked',
  },
  {
    fields: ['msg'],
    when: ['missing', 'empty', 'renamed', 'word'],
    as: /^(market=$|reason=)/,
    because: 'words that are said beside',
  },
  { fields: ['details'], when: ['empty'], as: /^rows /, because: 'an account without any coin has no row' },
  {
    fields: ['availEq'],
    when: ['empty'],
    as: /^rows 1→0$/,
    because: 'an account without contracts tells none of what stands behind them',
  },
  { fields: ['ccy'], when: ['word'], as: /^rows 1→0$/, because: 'another coin is no margin' },
];

testReplies('okx', declared);
