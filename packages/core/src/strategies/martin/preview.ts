// What a martingale will be before it starts: the whole ladder at the present price with capital and liquidation after
// each order, what it survives, and what the stop costs if every order fills. Pure: editor, server and calculator share
// it. Averages, targets and stops carry the opening fees, as the running bot counts them (product.md 1.8); the worst loss is
// q (avg - P_sl) + fees with the average of prices, as 4.10 has it.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import { liquidationTicks } from '../../market/margin.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { FieldIssue } from '../../strategy/field.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import {
  coveredKey,
  type Preview,
  type PreviewContext,
  type PreviewFigure,
  type PreviewLine,
  type PreviewNote,
} from '../../strategy/preview.ts';
import type { PositionSide } from '../../strategy/round/side.ts';
import { averageTicks as averageOf, profitTicks, stopFromTicks, takenAtMarket } from '../../strategy/round/targets.ts';
import { needAtoms, PPM } from './ladder-plan.ts';
import type { MartinParams } from './params.ts';
import { type LadderRow, simulate } from './simulate.ts';

/** The least of the field. */
const MIN_STOP_PPM: Ppm = 10_000;

/** One stage of the ladder with what follows from it. */
interface Stage {
  readonly row: LadderRow;
  readonly totalAtoms: Atoms;
  readonly averageTicks: Ticks;
  readonly targetTicks: Ticks;
  /** From the fill to the target. */
  readonly bouncePpm: Ppm;
  /** 0 = none. */
  readonly liquidationTicks: Ticks;
  readonly capitalAtoms: Atoms;
}

export function previewMartin(params: MartinParams, context: PreviewContext): Preview {
  const { instrument } = context;
  const side: PositionSide = params.direction;
  const entryTicks = params.entry === 'price' ? params.entryTicks : context.lastTicks;
  if (entryTicks <= 0) return { figures: [], table: null, lines: [], notes: [], refusals: [] };
  const stages = stagesOf(params, context, side, entryTicks);
  const refusals = refusalsOf(params, context, side, stages);
  const futures = params.market === 'futures';
  const price = (ticks: Ticks) => (ticks > 0 ? formatPrice(instrument, ticks) : null);
  return {
    figures: figuresOf(params, context, side, entryTicks, stages),
    table: {
      columns: [
        { key: 'step', unit: 'count' },
        { key: 'trigger', unit: 'price' },
        { key: 'order', unit: 'quote' },
        { key: 'cumulative', unit: 'quote' },
        { key: 'average', unit: 'price' },
        { key: 'target', unit: 'price' },
        { key: 'bounce', unit: 'percent' },
        ...(futures ? ([{ key: 'liquidation', unit: 'price' }] as const) : []),
        { key: 'capital', unit: 'quote' },
      ],
      rows: stages.map((stage) => [
        String(stage.row.index + 1),
        price(stage.row.triggerTicks),
        formatQuote(instrument, stage.row.amountAtoms),
        formatQuote(instrument, stage.totalAtoms),
        price(stage.averageTicks),
        price(stage.targetTicks),
        formatPercent(stage.bouncePpm),
        ...(futures ? [price(stage.liquidationTicks)] : []),
        formatQuote(instrument, stage.capitalAtoms),
      ]),
    },
    lines: linesOf(params, context, side, stages),
    notes: notesOf(params, context, side, stages),
    refusals,
  };
}

function stagesOf(params: MartinParams, context: PreviewContext, side: PositionSide, entryTicks: Ticks): Stage[] {
  const { instrument } = context;
  const start = { index: 0, nextTicks: entryTicks, firstTicks: entryTicks, depthE9: 0, held: null };
  let totalAtoms = 0;
  return simulate(instrument, params, side, start).map((row) => {
    totalAtoms += row.amountAtoms;
    const holding = takenAtMarket(instrument, side, row.heldLots, row.notionalAtoms);
    const averageTicks = averageOf(instrument, holding);
    const targetTicks = profitTicks(instrument, holding, params.takeProfitPpm);
    const bouncePpm = mulDiv(Math.abs(targetTicks - row.triggerTicks), PPM, row.triggerTicks, 'floor');
    const capitalAtoms =
      params.market === 'spot'
        ? totalAtoms + applyPpm(totalAtoms, instrument.takerPpm, 'ceil')
        : Math.ceil(totalAtoms / params.leverage);
    return {
      row,
      totalAtoms,
      averageTicks,
      targetTicks,
      bouncePpm,
      liquidationTicks: liquidationOf(params, context, side, row),
      capitalAtoms,
    };
  });
}

function liquidationOf(params: MartinParams, context: PreviewContext, side: PositionSide, row: LadderRow): Ticks {
  if (params.market === 'spot' || row.heldLots === 0) return 0;
  return liquidationTicks(context.instrument, {
    qtyLots: side === 'long' ? row.heldLots : -row.heldLots,
    entryAtoms: row.notionalAtoms,
    marginAtoms: Math.ceil(row.notionalAtoms / params.leverage),
  });
}

/** What all orders and a close at the stop lose: q (avg - P_sl) + fees; null without a stop. */
export function worstLossAtoms(
  params: MartinParams,
  side: PositionSide,
  totalAtoms: Atoms,
  takerPpm: Ppm,
): Atoms | null {
  if (params.stopLossPpm === 0) return null;
  return applyPpm(totalAtoms, params.stopLossPpm, 'ceil') + worstFeesAtoms(params, side, totalAtoms, takerPpm);
}

function worstFeesAtoms(params: MartinParams, side: PositionSide, totalAtoms: Atoms, takerPpm: Ppm): Atoms {
  const away = side === 'long' ? PPM - params.stopLossPpm : PPM + params.stopLossPpm;
  const closing = applyPpm(totalAtoms, params.stopLossPpm === 0 ? PPM : away, 'ceil');
  return applyPpm(totalAtoms, takerPpm, 'ceil') + applyPpm(closing, takerPpm, 'ceil');
}

function figuresOf(
  params: MartinParams,
  context: PreviewContext,
  side: PositionSide,
  entryTicks: Ticks,
  stages: readonly Stage[],
): PreviewFigure[] {
  const { instrument, investmentAtoms, funding } = context;
  const last = stages[stages.length - 1];
  const first = stages[0];
  if (last === undefined || first === undefined) return [];
  const needed = needAtoms(instrument, params.market, last.totalAtoms, params.leverage);
  const covered = mulDiv(Math.abs(entryTicks - last.row.triggerTicks), PPM, entryTicks, 'floor');
  const stopTicks = stopFromTicks(side, last.averageTicks, params.stopLossPpm);
  const loss = worstLossAtoms(params, side, last.totalAtoms, instrument.takerPpm);
  const lossPpm = loss === null || investmentAtoms <= 0 ? null : mulDiv(loss, PPM, investmentAtoms, 'ceil');
  const quote = (key: string, atoms: Atoms | null, level: PreviewFigure['level'] = 'plain'): PreviewFigure => ({
    ...{ key, unit: 'quote', level },
    value: atoms === null ? null : formatQuote(instrument, atoms),
  });
  const ticks = (key: string, at: Ticks): PreviewFigure => ({
    ...{ key, unit: 'price', level: 'plain' },
    value: at > 0 ? formatPrice(instrument, at) : null,
  });
  const rate = (key: string, ppm: Ppm | null, level: PreviewFigure['level'] = 'plain'): PreviewFigure => ({
    ...{ key, unit: 'percent', level },
    value: ppm === null ? null : formatPercent(ppm),
  });
  const figures: PreviewFigure[] = [
    quote('capital', needed, investmentAtoms >= needed ? 'plain' : 'bad'),
    rate(coveredKey(params.direction), covered),
    ticks('average_full', last.averageTicks),
    ticks('target_full', last.targetTicks),
    rate('bounce_full', last.bouncePpm),
    ticks('stop_price', stopTicks),
    quote('worst_loss', loss, 'bad'),
    rate('worst_loss_rate', lossPpm, lossPpm !== null && lossPpm > 300_000 ? 'bad' : 'warn'),
    quote('fees', worstFeesAtoms(params, side, last.totalAtoms, instrument.takerPpm)),
  ];
  if (params.market === 'futures') {
    figures.push(ticks('liquidation', first.liquidationTicks), ticks('liquidation_full', last.liquidationTicks));
    figures.push(quote('funding_day', fundingDayAtoms(side, last.totalAtoms, funding)));
  }
  const end = stopTicks > 0 ? stopTicks : last.liquidationTicks;
  const endPpm = end > 0 ? mulDiv(Math.abs(entryTicks - end), PPM, entryTicks, 'floor') : PPM;
  const moves = side === 'long' ? context.worst?.fallPpm : context.worst?.risePpm;
  for (const [at, key] of (['worst_1d', 'worst_7d', 'worst_30d'] as const).entries()) {
    const move = moves?.[at] ?? null;
    figures.push(rate(key, move, move === null ? 'plain' : move <= covered ? 'good' : move < endPpm ? 'warn' : 'bad'));
  }
  return figures;
}

/** What a day of funding takes from the full ladder at the mean rate of three days; negative = it pays. */
function fundingDayAtoms(side: PositionSide, totalAtoms: Atoms, funding: PreviewContext['funding']): Atoms | null {
  if (funding === null) return null;
  const dayE8 = Math.trunc(funding.threeDaysE8 / 3);
  return mulDiv(totalAtoms, side === 'long' ? dayE8 : -dayE8, 100_000_000, 'ceil');
}

function linesOf(params: MartinParams, context: PreviewContext, side: PositionSide, stages: readonly Stage[]) {
  const { instrument } = context;
  const lines: PreviewLine[] = [];
  const add = (kind: PreviewLine['kind'], ticks: Ticks, step?: number) => {
    if (ticks > 0) lines.push({ kind, price: formatPrice(instrument, ticks), ...(step === undefined ? {} : { step }) });
  };
  for (const { row } of stages) add(row.index === 0 ? 'entry' : 'add', row.triggerTicks, row.index + 1);
  const last = stages[stages.length - 1];
  if (last === undefined) return lines;
  add('average', last.averageTicks);
  add('take_profit', last.targetTicks);
  add('stop_loss', stopFromTicks(side, last.averageTicks, params.stopLossPpm));
  add('liquidation', last.liquidationTicks);
  return lines;
}

function notesOf(params: MartinParams, context: PreviewContext, side: PositionSide, stages: readonly Stage[]) {
  const { instrument } = context;
  const notes: PreviewNote[] = [];
  const last = stages[stages.length - 1];
  if (last === undefined) return notes;
  const loss = worstLossAtoms(params, side, last.totalAtoms, instrument.takerPpm);
  if (loss === null) notes.push({ key: 'note_no_stop', level: 'bad', data: {} });
  else notes.push({ key: 'note_worst_loss', level: 'warn', data: { amount: formatQuote(instrument, loss) } });
  const early = stages.findIndex((stage, at) => {
    const next = stages[at + 1];
    const stop = stopFromTicks(side, stage.averageTicks, params.stopLossPpm);
    return next !== undefined && stop > 0 && isBefore(side, stop, next.row.triggerTicks);
  });
  if (early >= 0) {
    const stop = formatPrice(instrument, stopFromTicks(side, stages[early]!.averageTicks, params.stopLossPpm));
    notes.push({ key: 'note_stop_before_add', level: 'warn', data: { step: String(early + 2), price: stop } });
  }
  if (params.volSpacing) notes.push({ key: 'note_vol_spacing', level: 'plain', data: {} });
  notes.push({ key: 'note_martin_risk', level: 'warn', data: {} });
  return notes;
}

/** A price that an adverse move meets no later than the other. */
function isBefore(side: PositionSide, ticks: Ticks, otherTicks: Ticks): boolean {
  return side === 'long' ? ticks >= otherTicks : ticks <= otherTicks;
}

function refusalsOf(params: MartinParams, context: PreviewContext, side: PositionSide, stages: readonly Stage[]) {
  const { instrument } = context;
  const refusals: FieldIssue[] = [];
  if (stages.length < params.maxOrders) {
    refusals.push({ field: 'max_positions', rule: 'range', min: '1', max: String(Math.max(1, stages.length)) });
  }
  const small = stages.find(({ row }) => row.qtyLots < minEntryLots(instrument, row.triggerTicks));
  if (small !== undefined) {
    const { triggerTicks, index } = small.row;
    const least = minEntryLots(instrument, triggerTicks) * triggerTicks * instrument.quoteAtomsPerTickLot;
    refusals.push({
      field: index === 0 ? 'first_amount' : 'steps',
      rule: 'range',
      min: formatQuote(instrument, least),
    });
  }
  const fewer = String(Math.max(1, params.leverage - 1));
  const lessLeverage: FieldIssue = { field: 'leverage', rule: 'range', min: '1', max: fewer };
  for (const [at, stage] of stages.entries()) {
    const next = stages[at + 1];
    const { liquidationTicks: end, averageTicks } = stage;
    if (end === 0) continue;
    if (next !== undefined && isBefore(side, end, next.row.triggerTicks)) {
      refusals.push(lessLeverage);
      break;
    }
    if (isBefore(side, end, stopFromTicks(side, averageTicks, params.stopLossPpm))) {
      const most = mulDiv(Math.abs(averageTicks - end), PPM, averageTicks, 'floor');
      const stop: FieldIssue = { field: 'stop_loss', rule: 'range', min: '1', max: formatPercent(most) };
      refusals.push(most < MIN_STOP_PPM ? lessLeverage : stop);
      break;
    }
  }
  return refusals;
}
