// Changing a bot of several legs that does not run, and the dry run of such a change. Its markets never change; investment
// and leverage change only while nothing is held.
import * as codes from '@cormorant/contract/codes.ts';
import type { Bot, Effects } from '@cormorant/core/engine/bot.ts';
import { ConvoyEngine } from '@cormorant/core/engine/convoy.ts';
import { changeConvoy } from '@cormorant/core/engine/convoy-change.ts';
import { formatPrice, formatQty } from '@cormorant/core/market/conversions.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { hasLegs } from '@cormorant/core/strategies/registry.ts';
import type { OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import type { BotChange, ChangePlan, PlannedOrder } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { coordinatorFor } from '../bots/read-multi-leg.ts';
import { parsedFor } from './command-context.ts';
import { assertFundsOfLegs } from './wallet.ts';

type Wanted = Omit<BotChange, 'differences'>;

async function check(
  opened: OpenActor,
  convoy: LiveMultiLegBot,
  change: Wanted,
): Promise<{ params: unknown; investmentAtoms: number }> {
  const { convoy: known, coordinator, home, legs, record } = convoy;
  if (convoy.status === 'running') throw new Refusal(codes.bot_running_no_edit);
  if (change.version !== record.version) throw new Refusal(codes.bot_version);
  const isIdle = convoy.isFlat() && !convoy.hasOrders();
  const investmentAtoms = convoy.atomsOf(change.investment);
  if (investmentAtoms !== known.investmentAtoms && !isIdle)
    throw new Refusal(codes.bot_has_position, { data: { field: 'investment' } });
  if (!hasLegs(record.kind, change.direction))
    throw new Refusal(codes.bot_has_position, { data: { field: 'direction' } });
  const params = parsedFor({ botMarket: home.botMarket, record }, change.params, change.investment, 0);
  if (coordinatorFor(record, params) !== coordinator)
    throw new Refusal(codes.bot_has_position, { data: { field: 'kind' } });
  const [before, after] = [coordinator.legs(known.params), coordinator.legs(params)];
  const moves = after.some(({ market, symbol }, at) => market !== before[at]?.market || symbol !== before[at]?.symbol);
  if (moves) throw new Refusal(codes.bot_has_position, { data: { field: 'via' } });
  const leverage = after.some(({ margin }, at) => margin?.leverage !== before[at]?.margin?.leverage);
  if (leverage && !isIdle) throw new Refusal(codes.bot_has_position, { data: { field: 'leverage' } });
  if (isIdle && convoy.status === 'paused' && (leverage || investmentAtoms > known.investmentAtoms)) {
    const needs = convoy.sharesFor(params, investmentAtoms);
    await assertFundsOfLegs(opened, legs, needs);
  }
  return { params, investmentAtoms };
}

export async function editMultiLeg(opened: OpenActor, convoy: LiveMultiLegBot, change: BotChange): Promise<void> {
  const { investmentAtoms, params } = await check(opened, convoy, change);
  const { actor } = opened;
  const { record } = convoy;
  await actor.act((turn) => {
    record.name = change.name;
    record.params = change.params;
    record.investment = change.investment;
    record.direction = change.direction;
    record.version += 1;
    for (const leg of convoy.legs) leg.record.name = change.name;
    changeConvoy(convoy.convoy, convoy.coordinator, convoy.instruments, params, investmentAtoms);
    actor.command(turn, convoy, { name: 'edit' }, 'user');
    turn.touch(convoy);
    const changed = Object.keys(change.differences).join(', ');
    turn.log(convoy, { action: 'update', why: 'update', actor: 'user', data: { changed, detail: change.differences } });
  });
}

/** What the bot would do at once. Orders of several legs wait for each other, so only the first of them can be told. */
export async function planMultiLeg(opened: OpenActor, convoy: LiveMultiLegBot, change: Wanted): Promise<ChangePlan> {
  const { investmentAtoms, params } = await check(opened, convoy, change);
  if (!convoy.isPriced()) throw new Refusal(codes.exchange_busy);
  const { coordinator, home, instruments, legs } = convoy;
  const copy = structuredClone(convoy.convoy);
  changeConvoy(copy, coordinator, instruments, params, investmentAtoms);
  const seen = new SeenEffects(legs);
  const markets = legs.map(({ botMarket }) => ({ ...botMarket.market }));
  const effects = { legs: seen, changed: () => {}, log: () => {} };
  const engine = new ConvoyEngine(coordinator, copy, instruments, markets, defaultRiskLimits(), effects);
  engine.command({ name: 'edit' });
  engine.command({ name: copy.status === 'paused' ? 'resume' : 'start' });
  const none = { takeProfit: null, stopLoss: null, liquidation: null, breakEven: null };
  const { botMarket } = home;
  return {
    price: formatPrice(botMarket.instrument, botMarket.market.lastTicks),
    ...{ cancel: seen.cancelled, place: seen.placed, refused: seen.refusals, fees: '0', before: none, after: none },
  };
}

/** What the copy's legs wish for. */
class SeenEffects implements Effects {
  readonly placed: PlannedOrder[] = [];
  readonly cancelled: PlannedOrder[] = [];
  readonly refusals: (PlannedOrder & { reason: string })[] = [];
  private readonly legs: readonly LiveBot[];

  constructor(legs: readonly LiveBot[]) {
    this.legs = legs;
  }

  private plain({ id }: Pick<Bot, 'id'>, order: OwnOrder): PlannedOrder {
    const { instrument } = (this.legs.find((leg) => leg.id === id) as LiveBot).botMarket;
    const { priceTicks, purpose, qtyLots, reduceOnly, side, type } = order;
    const price = type === 'market' ? '0' : formatPrice(instrument, priceTicks);
    return { side, price, qty: formatQty(instrument, qtyLots), purpose, reduceOnly };
  }

  order(bot: Bot, order: OwnOrder): void {
    this.placed.push(this.plain(bot, order));
  }

  cancel(bot: Bot, order: OwnOrder): void {
    this.cancelled.push(this.plain(bot, order));
  }

  refused(bot: Bot, order: OwnOrder, reason: string): void {
    this.refusals.push({ ...this.plain(bot, order), reason });
  }

  fill(): void {}
  settlement(): void {}
  changed(): void {}
  log(): void {}
}
