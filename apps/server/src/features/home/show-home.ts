// The sums of the home screen, gathered from the features that keep them.
import type { userIndex } from '@cormorant/contract/calls/user.ts';
import type { Account } from '@cormorant/contract/entities/account.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { BotSummary } from '../../ports/bot-summary.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Handler } from '../handler.ts';

export interface ShowHomeDeps {
  readonly profileOf: (userId: number, nowMs: number) => Promise<Profile>;
  readonly exchangesOf: (userId: number, lang: Lang) => Promise<Exchange[]>;
  readonly accountOf: (userId: number) => Promise<Account>;
  readonly bots: BotSummary;
  /** Of each exchange, the time on its market's clock. */
  readonly marketClocks: () => ReadonlyMap<string, number>;
  readonly settings: Settings;
  readonly riskTip: Readonly<Record<Lang, string>>;
}

export function showHome(deps: ShowHomeDeps): Handler<typeof userIndex> {
  return async (_request, { userId, lang, nowMs }) => {
    const [profile, account, exchanges, bots, bill] = await Promise.all([
      deps.profileOf(userId, nowMs),
      deps.accountOf(userId),
      deps.exchangesOf(userId, lang),
      deps.bots.counts(userId),
      deps.bots.bill(userId, '', deps.marketClocks()),
    ]);
    return {
      profile,
      account,
      bill: { today: Number(bill.today), total: Number(bill.total) },
      bots: { ...bots },
      exchanges: exchanges.map(({ code, name, bound, status }) => ({ code, name, bound, status })),
      unread: { general: 0, system: 0, warn: 0 },
      maintenance: deps.settings.get('maintenance') === 1 ? 1 : 0,
      risk_tip: deps.riskTip[lang],
    };
  };
}
