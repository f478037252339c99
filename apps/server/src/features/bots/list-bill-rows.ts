// The rows of the profit bill, newest first. An exchange where nothing was earned has none.
import type { userBillLogs } from '@cormorant/contract/calls/bills.ts';
import type { BillStore } from '../../ports/bill-store.ts';
import type { Handler } from '../handler.ts';
import { dayNumber, settlementView } from './bill-view.ts';
import { pageOf } from './page-of.ts';

export function listBillRows(bills: BillStore): Handler<typeof userBillLogs> {
  return async ({ query }, { userId, lang }) => {
    const { exchange, bot_id: botId = null, date } = query;
    const filter = { exchange, botId, day: date === undefined ? null : dayNumber(date) };
    const page = await bills.rows(userId, filter, query.page, query.page_size);
    const { net: profit, ...sum } = page.sum;
    return { ...pageOf(page, query, (row) => settlementView(row, lang)), sum: { ...sum, profit } };
  };
}
