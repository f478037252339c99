// What a bot's own machine says of it for the screen: its ladder, what its round waits for, its margin, the prices that a
// chart draws. Read from the stored snapshot; indicators are not known here.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { heldWords } from '@cormorant/contract/labels/martin-why.ts';
import { wordsOf } from '@cormorant/contract/labels/words.ts';
import type { Bot as EngineBot, Market } from '@cormorant/core/engine/bot.ts';
import { unguardedLots } from '@cormorant/core/engine/guard.ts';
import {
  freeMarginAtoms,
  marginedPosition,
  positionMarginAtoms,
  walletAtoms,
} from '@cormorant/core/engine/margin-use.ts';
import { readBot } from '@cormorant/core/engine/read-bot.ts';
import { standingWatch } from '@cormorant/core/engine/standing-watch.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { formatPrice, formatQty, formatQuote, priceToTicks } from '@cormorant/core/market/conversions.ts';
import { liquidationTicks } from '@cormorant/core/market/margin.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { previewOf, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { LadderLine, Watch } from '@cormorant/core/strategy/strategy.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import { type BotFigures, money, percentOf } from './bot-figures.ts';
import type { Quote } from './bot-view.ts';
import { readOrNull } from './read-or-null.ts';

export interface MachineView {
  readonly engine: EngineBot | null;
  readonly lines: LadderLine[];
  readonly watch: Watch | null;
  readonly market: Market;
}

export function machineView(bot: BotRecord, figures: BotFigures, quote: Quote | undefined, nowMs: number): MachineView {
  const { instrument, priceTicks } = figures;
  const mark = quote?.mark === undefined ? {} : { markTicks: priceToTicks(instrument, quote.mark, 'floor') };
  const market: Market = { lastTicks: priceTicks, nowMs, ...mark };
  const nothing = { engine: null, lines: [], watch: null, market };
  if (bot.engine === null) return nothing;
  const engine = readOrNull(() => readBot(bot.engine, strategyOf(bot.kind)));
  if (engine === null || engine.state === null) return { ...nothing, engine };
  const machine = new Engine(strategyOf(bot.kind), instrument, defaultRiskLimits());
  return { engine, lines: machine.ladder(engine, market), watch: standingWatch(machine, engine, market), market };
}

/** The orders of a ladder of adds, from the first. */
export function ladderView({ lines }: MachineView, { instrument }: BotFigures): BotDetail['ladder'] {
  return lines
    .flatMap(({ amountAtoms, averageTicks, priceTicks, state, step }) =>
      step === undefined
        ? []
        : [
            {
              step,
              trigger: formatPrice(instrument, priceTicks),
              amount: formatQuote(instrument, amountAtoms ?? 0),
              filled: state === 'filled' ? (1 as const) : (0 as const),
              ...(averageTicks ? { average: formatPrice(instrument, averageTicks) } : {}),
            },
          ],
    )
    .sort((a, b) => a.step - b.step);
}

export function watchView({ watch }: MachineView, { instrument }: BotFigures, lang: Lang): BotDetail['watch'] {
  if (watch === null) return null;
  const price = (ticks: number) => (ticks > 0 ? formatPrice(instrument, ticks) : null);
  const { trail } = watch;
  return {
    side: watch.side,
    round: watch.round,
    adds: watch.adds,
    max_adds: watch.maxAdds,
    average: price(watch.averageTicks),
    next_add_price: price(watch.nextAddTicks),
    take_profit_price: price(watch.takeProfitTicks),
    stop_loss_price: price(watch.stopLossTicks),
    trail:
      trail === null
        ? null
        : {
            of: trail.of,
            best: formatPrice(instrument, trail.bestTicks),
            fire: formatPrice(instrument, trail.fireTicks),
          },
    held: watch.held.map((key) => ({ key, text: wordsOf(heldWords, key, lang) })),
    next_at: watch.nextAtMs > 0 && watch.nextAtMs < Number.MAX_SAFE_INTEGER ? watch.nextAtMs : null,
  };
}

/** The price that its round went out from; the present one where none has begun. */
function startTicks({ lines, market }: MachineView): number {
  return lines.find(({ state, step }) => state === 'filled' && step !== undefined)?.priceTicks ?? market.lastTicks;
}

/** Liquidation after every order of the round has filled, as the preview of the kind has it. */
function worstLiquidation(view: MachineView, bot: BotRecord, figures: BotFigures): string | null {
  const { engine } = view;
  const lastTicks = startTicks(view);
  if (engine === null || engine.params === null || lastTicks === 0) return null;
  const { instrument, investmentAtoms } = figures;
  const context = { instrument, lastTicks, investmentAtoms, worst: null, funding: null };
  const shown = previewOf(bot.kind, engine.params, context)?.figures ?? [];
  const priceOf = (wanted: string) => shown.find(({ key }) => key === wanted)?.value;
  return priceOf('liquidation_full') ?? priceOf('liquidation') ?? null;
}

/** Null on spot and before the first start. */
export function marginView(view: MachineView, bot: BotRecord, figures: BotFigures): BotDetail['margin'] {
  const { engine, market } = view;
  const { instrument } = figures;
  if (engine === null || engine.margin === null || instrument.contract === null) return null;
  const isHeld = Math.abs(engine.books.baseAtoms) >= instrument.baseAtomsPerLot;
  const liqTicks = isHeld ? liquidationTicks(instrument, marginedPosition(engine, instrument)) : 0;
  const markTicks = market.markTicks ?? market.lastTicks;
  const free = Math.min(...(['buy', 'sell'] as const).map((side) => freeMarginAtoms(engine, instrument, side)));
  const restLots = unguardedLots(engine, instrument);
  return {
    mode: engine.margin.mode,
    leverage: engine.margin.leverage,
    wallet: money(figures, walletAtoms(engine)),
    position_margin: money(figures, isHeld ? positionMarginAtoms(engine) : 0),
    reserve: money(figures, engine.margin.reserveAtoms),
    free: money(figures, Math.max(0, free)),
    mark_price: markTicks > 0 ? formatPrice(instrument, markTicks) : null,
    liq_price: liqTicks > 0 ? formatPrice(instrument, liqTicks) : null,
    liq_distance: liqTicks > 0 && markTicks > 0 ? percentOf(Math.abs(markTicks - liqTicks), markTicks) : null,
    worst_liq_price: worstLiquidation(view, bot, figures),
    guard_price: engine.guard?.status === 'open' ? formatPrice(instrument, engine.guard.priceTicks) : null,
    unguarded: restLots > 0 ? formatQty(instrument, restLots) : null,
    funding: money(figures, figures.fundingAtoms),
  };
}

/** Average, next adds, exits and liquidation as lines of a chart. */
export function linesView(view: MachineView, margin: BotDetail['margin'], figures: BotFigures): BotDetail['lines'] {
  const { instrument } = figures;
  const lines: NonNullable<BotDetail['lines']> = [];
  const draw = (kind: (typeof lines)[number]['kind'], ticks: number | undefined, step?: number) => {
    if (ticks === undefined || ticks <= 0) return;
    lines.push({ kind, price: formatPrice(instrument, ticks), ...(step === undefined ? {} : { step }) });
  };
  draw('average', view.watch?.averageTicks);
  draw('take_profit', view.watch?.takeProfitTicks);
  draw('stop_loss', view.watch?.stopLossTicks);
  // Of a stopped bot no order waits.
  const waiting = view.engine?.status === 'stopped' ? [] : view.lines;
  for (const { priceTicks, state, step } of waiting)
    if (step !== undefined && state !== 'filled') draw('add', priceTicks, step);
  if (margin?.liq_price) lines.push({ kind: 'liquidation', price: margin.liq_price });
  return lines;
}
