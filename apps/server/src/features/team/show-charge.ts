// A charge opened for who paid it: results, the mark it was counted from, where it was taken, who shared it.
import type { userFuelCharge } from '@cormorant/contract/calls/team.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { FuelStore } from '../../ports/fuel-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import { percentOf } from './member-view.ts';

export function showCharge(fuel: Pick<FuelStore, 'charge'>): Handler<typeof userFuelCharge> {
  return async ({ query: { id } }, { userId }) => {
    const story = await fuel.charge(userId, id);
    if (story === null) throw new Refusal(codes.not_found);
    const { net, ...sums } = story.results;
    return {
      id: story.id,
      bot_id: story.botId,
      bot_name: story.botName,
      results: { ...sums, profit: net },
      total_before: story.cumBefore,
      high_before: story.highBefore,
      total_after: story.cumAfter,
      base: story.base,
      rate: percentOf(story.rateBp),
      amount: story.amount,
      from_bonus: story.bonus,
      from_paid: story.paid,
      owed: story.owed,
      owed_left: story.owedLeft,
      waived: story.waived,
      shares: story.shares.map(({ amount, base, depth, diffBp, kind, rateBp }) => ({
        ...{ level: depth, rate: percentOf(rateBp), diff: percentOf(diffBp), base, amount, kind },
      })),
      created_at: story.atMs,
      ...(story.reversedAtMs !== null && { reversed_at: story.reversedAtMs }),
    };
  };
}
