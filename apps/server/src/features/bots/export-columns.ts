// The columns of each exported file: their headings in both languages and how a row fills them.
import type { Lang } from '@cormorant/contract/envelope.ts';
import { actionWords, purposeWords, sideWords, type Words, wordsOf } from '@cormorant/contract/labels/words.ts';
import type { ExportRows } from '../../ports/export-store.ts';
import { actionView } from './action-view.ts';
import { shownName } from './bot-name.ts';
import { type Cell, timeCell } from './csv.ts';

export interface Column<Row> {
  readonly heading: Words;
  readonly cell: (row: Row, lang: Lang) => Cell;
}

const words = (zh: string, en: string): Words => ({ zh, en });
const fig = (text: string | number | null): Cell => (text === null ? null : { figure: String(text) });

const fills: readonly Column<ExportRows['fills']>[] = [
  { heading: words('时间(UTC+8)', 'time_utc8'), cell: ({ marketMs }) => timeCell(marketMs) },
  { heading: words('策略编号', 'bot_id'), cell: ({ botId }) => fig(botId) },
  { heading: words('策略', 'bot'), cell: ({ botName: name, typeId }, lang) => shownName({ name, typeId }, lang) },
  { heading: words('交易所', 'exchange'), cell: ({ exchange }) => exchange },
  { heading: words('市场', 'market'), cell: ({ market }) => market },
  { heading: words('交易对', 'pair'), cell: ({ symbol }) => symbol },
  { heading: words('方向', 'side'), cell: ({ side }, lang) => wordsOf(sideWords, side, lang) },
  { heading: words('用途', 'purpose'), cell: ({ purpose }, lang) => wordsOf(purposeWords, purpose, lang) },
  { heading: words('价格', 'price'), cell: ({ price }) => fig(price) },
  { heading: words('数量', 'quantity'), cell: ({ qty }) => fig(qty) },
  { heading: words('手续费', 'fee'), cell: ({ fee }) => fig(fee) },
  { heading: words('手续费币种', 'fee_coin'), cell: ({ feeAsset }) => feeAsset },
  { heading: words('挂单方', 'maker'), cell: ({ maker }) => fig(maker ? 1 : 0) },
  { heading: words('订单编号', 'order_id'), cell: ({ cid }) => cid },
  { heading: words('成交编号', 'trade_id'), cell: ({ venueFillId }) => venueFillId },
];

const settlements: readonly Column<ExportRows['settlements']>[] = [
  { heading: words('时间(UTC+8)', 'time_utc8'), cell: ({ marketMs }) => timeCell(marketMs) },
  { heading: words('编号', 'id'), cell: ({ id }) => fig(id) },
  { heading: words('策略编号', 'bot_id'), cell: ({ botId }) => fig(botId) },
  { heading: words('策略', 'bot'), cell: ({ botName: name, typeId }, lang) => shownName({ name, typeId }, lang) },
  { heading: words('交易所', 'exchange'), cell: ({ exchange }) => exchange },
  { heading: words('市场', 'market'), cell: ({ market }) => market },
  { heading: words('交易对', 'pair'), cell: ({ symbol }) => symbol },
  { heading: words('原因', 'reason'), cell: ({ purpose }, lang) => wordsOf(purposeWords, purpose, lang) },
  { heading: words('数量', 'quantity'), cell: ({ qty }) => fig(qty) },
  { heading: words('毛利', 'gross'), cell: ({ gross }) => fig(gross) },
  { heading: words('手续费', 'fee'), cell: ({ fee }) => fig(fee) },
  { heading: words('资金费', 'funding'), cell: ({ funding }) => fig(funding) },
  { heading: words('净收益', 'net'), cell: ({ net }) => fig(net) },
  { heading: words('燃料', 'fuel'), cell: ({ fuel }) => fig(fuel) },
];

const actions: readonly Column<ExportRows['actions']>[] = [
  { heading: words('时间(UTC+8)', 'time_utc8'), cell: ({ marketMs }) => timeCell(marketMs) },
  { heading: words('编号', 'id'), cell: ({ id }) => fig(id) },
  { heading: words('策略编号', 'bot_id'), cell: ({ botId }) => fig(botId) },
  { heading: words('策略', 'bot'), cell: (row, lang) => shownName(row, lang) },
  { heading: words('交易所', 'exchange'), cell: ({ exchange }) => exchange },
  { heading: words('交易对', 'pair'), cell: ({ symbol }) => symbol },
  { heading: words('动作', 'action'), cell: ({ action }, lang) => wordsOf(actionWords, action, lang) },
  { heading: words('发起', 'actor'), cell: ({ actor }) => actor },
  { heading: words('方向', 'side'), cell: ({ side }, lang) => (side === null ? null : wordsOf(sideWords, side, lang)) },
  { heading: words('价格', 'price'), cell: ({ price }) => fig(price) },
  { heading: words('数量', 'quantity'), cell: ({ qty }) => fig(qty) },
  { heading: words('金额', 'amount'), cell: ({ amount }) => fig(amount) },
  { heading: words('净结果', 'profit'), cell: ({ profit }) => fig(profit) },
  { heading: words('代码', 'code'), cell: ({ code }) => fig(code) },
  { heading: words('说明', 'why'), cell: (row, lang) => actionView(row, lang).msg },
];

export const exportColumns: { readonly [Kind in keyof ExportRows]: readonly Column<ExportRows[Kind]>[] } = {
  fills,
  settlements,
  actions,
};
