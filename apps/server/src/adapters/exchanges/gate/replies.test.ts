// Gate's replies, written after its documentation, as our adapters read them: whole, and with each field missing, null, empty, renamed
// or beside one that is new. What is read otherwise then stands below, and why.
import { type Declared, testReplies } from '../testing/reply-suite.ts';

const LEFT_OUT = ['missing', 'null', 'empty', 'renamed'] as const;

const declared: readonly Declared[] = [
  {
    fields: ['min_base_amount', 'max_base_amount', 'min_quote_amount', 'max_quote_amount'],
    when: LEFT_OUT,
    as: /^((minQty|minNotional|maxQty)="[\d.]+"|maxNotional=)$/,
    because: 'what is not told is no bound',
  },
  {
    fields: ['market_order_size_max', 'enable_decimal'],
    when: LEFT_OUT,
    as: /^(maxMarketQty=|(step|minQty)="0\.01")$/,
    because: 'older answers do not have it: the bound is that of all orders, and sizes are whole',
  },
  {
    fields: ['text'],
    when: ['word', 'empty'],
    as: /^(cid="gate-\d+"|rows 1→0|liquidation=false)$/,
    because: 'an order that no client named bears a name of ours, and is none of ours',
  },
  {
    fields: ['status', 'trade_status', 'event'],
    when: ['word'],
    as: /^status="(open|halt)"$/,
    because: 'a state that nobody knows is no end of an order, and no open market',
  },
  {
    fields: ['tif', 'time_in_force'],
    when: ['word'],
    as: /^tif="ioc"$/,
    because: 'of a word that nobody knows nothing may be waited for',
  },
  {
    fields: ['finish_as'],
    when: [...LEFT_OUT, 'word'],
    as: /^selfTrade=$/,
    because: 'lists of older days do not have it',
  },
  {
    fields: ['currency', 'fee_currency'],
    when: ['word'],
    as: /^(asset|feeAsset)="SOMETHING_NEW"$/,
    because: 'a coin may have any name',
  },
  {
    fields: ['id', 'base', 'quote', 'name', 'type', 'contract', 'currency_pair'],
    when: ['word'],
    as: /^(rows |market="SOMETHING_NEW"$)/,
    because: 'what is named otherwise is another market',
  },
  {
    fields: ['contract'],
    when: ['word'],
    as: /^(cum|floor|maintenance|maxLeverage)=$/,
    because: 'the last tier is of another contract',
  },
  {
    fields: ['create_time_ms'],
    when: LEFT_OUT,
    as: /^(createdAtMs|atMs)=1700000000000$/,
    because: 'lists of contracts tell the second alone',
  },
  {
    fields: ['entry_price', 'mark_price', 'unrealised_pnl'],
    when: LEFT_OUT,
    as: /^(entryPrice|markPrice|unrealized)=null$/,
    because: 'a figure that is not told',
  },
  { fields: ['liq_price'], when: ['null', 'empty'], as: /^liqPrice="0"$/, because: 'none where no price ends it' },
  { fields: ['asks', 'bids'], when: ['empty'], as: /^(ask|bid)="0"$/, because: 'a side on which nobody stands' },
  { fields: ['orders'], when: ['empty'], as: /^rows 2→0$/, because: 'an empty list' },
  {
    fields: ['high_24h', 'low_24h', 'quote_volume', 'volume_24h_quote'],
    when: ['empty'],
    as: /^(high24h|low24h|quoteVolume24h)=null$/,
    because: 'a figure of the day that is not told',
  },
  { fields: ['last'], when: ['empty'], as: /^rows 3→2$/, because: 'a market without a price has no ticker' },
  {
    fields: ['mark_price', 'funding_rate'],
    when: ['empty'],
    as: /^(mark|fundingRate|nextFundingMs)=$/,
    because: 'a contract without a mark or a rate yet',
  },
  {
    fields: ['id', 'price', 'contract', 'create_time_ms'],
    when: LEFT_OUT,
    as: /^rows 2→1$/,
    because: 'a public trade that is not told whole is not told',
  },
  {
    fields: ['id'],
    when: ['missing', 'empty', 'renamed'],
    as: /^id=""$/,
    because: 'an answer that names nothing answers nothing that was asked',
  },
  {
    fields: ['message', 'detail'],
    when: [...LEFT_OUT, 'word'],
    as: /^(code=300[15]|reason="(unknown|market_closed)")$/,
    because: 'of a label with several meanings only that it was refused is known without its words',
  },
  {
    fields: ['perms', 'name'],
    when: ['empty', 'word'],
    as: /^((read|spot|futures|transfer)?=false|withdraw=null)$/,
    because: 'a right that is not named is none, and that to withdraw is not known',
  },
  {
    fields: ['ip_whitelist'],
    when: ['null', 'empty', 'missing', 'renamed'],
    as: /^ipBound=false$/,
    because: 'empty where it is bound to none',
  },
];

testReplies('gate', declared);
