// The bill of the last 90 days by day, bot and category. A day is that of the market's own clock, as it is for a bot's
// profit of today.
import type { userBillGroup } from '@cormorant/contract/calls/bills.ts';
import type { BillStore } from '../../ports/bill-store.ts';
import type { Handler } from '../handler.ts';
import { dateText } from './bill-view.ts';
import { dayOf } from './bot-figures.ts';
import { shownName } from './bot-name.ts';

const DAYS = 90;

export interface GroupBillDeps {
  readonly bills: BillStore;
  readonly marketNowMs: (exchange: string) => number;
}

export function groupBill({ bills, marketNowMs }: GroupBillDeps): Handler<typeof userBillGroup> {
  return async ({ query }, { userId, lang }) => {
    const today = dayOf(marketNowMs(query.exchange));
    const { days, bots, kinds } = await bills.groups(userId, query.exchange, today - DAYS + 1);
    return {
      list: days,
      by_bot: bots.map(({ botId, typeId, ...bot }) => ({
        ...bot,
        bot_id: botId,
        name: shownName({ name: bot.name, typeId }, lang),
      })),
      by_type: kinds,
      today: dateText(today),
    };
  };
}
