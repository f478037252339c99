// What a DCA bot will be before it starts. A ladder: each order with its price, what has been spent by then, the average
// and the bounce that reaches the target. A calendar: the next buys, what they cost, how long the money lasts. Figures
// for eyes: quantities are those the machine would order, averages are rounded half up.
import { Decimal } from 'decimal.js';
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { FieldIssue } from '../../strategy/field.ts';
import {
  coveredKey,
  type Preview,
  type PreviewContext,
  type PreviewFigure,
  type PreviewLine,
  type PreviewNote,
  type PreviewTable,
} from '../../strategy/preview.ts';
import { stopFromTicks } from '../../strategy/round/targets.ts';
import { type DcaParams, ladderNeedAtoms } from './params.ts';
import { previewCalendar } from './preview-calendar.ts';
import { figure, liquidationOf, openingFeePpm } from './preview-cells.ts';
import { deviationPpm, stepAtoms, stepTicks } from './steps.ts';

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const PPM = 1_000_000;

/** One order of the ladder and the position once it has filled. */
export interface LadderRow {
  readonly step: number;
  readonly deviationPpm: Ppm;
  readonly ticks: Ticks;
  readonly amountAtoms: Atoms;
  readonly cumulativeAtoms: Atoms;
  /** In ticks, not rounded; fees included. */
  readonly average: Decimal;
  readonly target: Decimal;
  /** From this order's price to the target, in millionths. */
  readonly bouncePpm: Ppm;
  /** 0 = none. */
  readonly liquidationTicks: Ticks;
}

export function previewDca(params: DcaParams, context: PreviewContext): Preview {
  return params.mode === 'ladder' ? previewLadder(params, context) : previewCalendar(params, context);
}

/** The whole ladder from a first price. Fees as the machine counts them: the entry's in the cost, the exit's in the target. */
export function ladderRows(params: DcaParams, instrument: Instrument, firstTicks: Ticks): LadderRow[] {
  const long = params.direction === 'long';
  const rows: LadderRow[] = [];
  let cost = new Exact(0);
  let coin = new Exact(0);
  let cumulative = 0;
  let lots = 0;
  let entry = 0;
  for (let step = 0; step <= params.maxSafety; step++) {
    const ticks = step === 0 ? firstTicks : stepTicks(params, firstTicks, step);
    const amountAtoms = stepAtoms(params, step);
    if (ticks === 0) break;
    const perLot = ticks * instrument.quoteAtomsPerTickLot;
    const own = Math.floor(amountAtoms / perLot);
    const fee = new Exact(step === 0 ? instrument.takerPpm : instrument.makerPpm).div(PPM);
    const spent = new Exact(own).times(perLot);
    const inCoin = instrument.market === 'spot' && instrument.feeAsset === 'received';
    coin = coin.plus(inCoin ? new Exact(own).times(new Exact(1).minus(fee)) : own);
    cost = cost.plus(inCoin ? spent : long ? spent.times(fee.plus(1)) : spent.times(new Exact(1).minus(fee)));
    cumulative += amountAtoms;
    lots += own;
    entry += own * perLot;
    const average = coin.isZero() ? new Exact(0) : cost.div(coin).div(instrument.quoteAtomsPerTickLot);
    const target = targetOf(params, instrument, average);
    rows.push({
      step,
      deviationPpm: deviationPpm(params, step),
      ticks,
      amountAtoms,
      cumulativeAtoms: cumulative,
      average,
      target,
      bouncePpm: target
        .div(ticks)
        .minus(1)
        .times(long ? PPM : -PPM)
        .toDecimalPlaces(0)
        .toNumber(),
      liquidationTicks: liquidationOf(params, instrument, long ? lots : -lots, entry),
    });
  }
  return rows;
}

function targetOf(params: DcaParams, instrument: Instrument, average: Decimal): Decimal {
  const profit = new Exact(params.targets[0]?.profitPpm ?? 0).div(PPM);
  const fee = new Exact(instrument.takerPpm).div(PPM);
  return params.direction === 'long'
    ? average.times(profit.plus(1)).div(new Exact(1).minus(fee))
    : average.times(new Exact(1).minus(profit)).div(fee.plus(1));
}

function previewLadder(params: DcaParams, context: PreviewContext): Preview {
  const { instrument, lastTicks, investmentAtoms } = context;
  const rows = lastTicks > 0 ? ladderRows(params, instrument, lastTicks) : [];
  const last = rows.at(-1);
  const need = ladderNeedAtoms(instrument, params);
  const stopTicks = stopFromTicks(params.direction, lastTicks, params.stopLossPpm);
  const loss = last === undefined ? null : worstLoss(params, context, last, stopTicks);
  const figures: PreviewFigure[] = [
    figure(
      'capital',
      'quote',
      need === null ? null : formatQuote(instrument, need),
      need !== null && need > investmentAtoms ? 'bad' : 'plain',
    ),
    figure('orders', 'count', String(params.maxSafety + 1)),
    figure(coveredKey(params.direction), 'percent', formatPercent(deviationPpm(params, params.maxSafety))),
    figure('bounce', 'percent', last === undefined ? null : formatPercent(last.bouncePpm)),
    figure('worst_loss', 'quote', loss === null ? null : formatQuote(instrument, loss), 'warn'),
    figure('fees_open', 'quote', formatQuote(instrument, applyPpm(params.baseAtoms, instrument.takerPpm, 'ceil'))),
  ];
  const liquidation = last?.liquidationTicks ?? 0;
  if (instrument.contract !== null) {
    figures.push(
      figure('liquidation', 'price', liquidation === 0 ? null : formatPrice(instrument, liquidation), 'warn'),
    );
  }
  return {
    figures,
    table: ladderTable(rows, instrument),
    lines: ladderLines(params, rows, stopTicks, liquidation, instrument),
    notes: worstNotes(params, context),
    refusals: ladderRefusals(params, rows, stopTicks, instrument),
  };
}

/**
 * All orders filled and closed at the stop; without a stop a contract loses its margin, and spot may lose all it spent, and both
 * the fees of opening.
 */
function worstLoss(params: DcaParams, { instrument }: PreviewContext, last: LadderRow, stopTicks: Ticks): Atoms {
  if (stopTicks === 0) {
    const opening = applyPpm(last.cumulativeAtoms, openingFeePpm(instrument), 'ceil');
    return mulDiv(last.cumulativeAtoms, 1, params.leverage, 'ceil') + opening;
  }
  const away = new Exact(stopTicks).div(last.average).minus(1).abs();
  const fee = new Exact(instrument.takerPpm).div(PPM);
  return away.plus(fee).times(last.cumulativeAtoms).ceil().toNumber();
}

function ladderTable(rows: readonly LadderRow[], instrument: Instrument): PreviewTable {
  const contract = instrument.contract !== null;
  return {
    columns: [
      { key: 'step', unit: 'count' },
      { key: 'deviation', unit: 'percent' },
      { key: 'trigger', unit: 'price' },
      { key: 'amount', unit: 'quote' },
      { key: 'cumulative', unit: 'quote' },
      { key: 'average', unit: 'price' },
      { key: 'target', unit: 'price' },
      { key: 'bounce', unit: 'percent' },
      ...(contract ? [{ key: 'liquidation', unit: 'price' as const }] : []),
    ],
    rows: rows.map((row) => [
      String(row.step),
      formatPercent(row.deviationPpm),
      formatPrice(instrument, row.ticks),
      formatQuote(instrument, row.amountAtoms),
      formatQuote(instrument, row.cumulativeAtoms),
      formatPrice(instrument, nearest(row.average)),
      formatPrice(instrument, nearest(row.target)),
      formatPercent(row.bouncePpm),
      ...(contract ? [row.liquidationTicks === 0 ? null : formatPrice(instrument, row.liquidationTicks)] : []),
    ]),
  };
}

function ladderLines(
  params: DcaParams,
  rows: readonly LadderRow[],
  stopTicks: Ticks,
  liquidation: Ticks,
  instrument: Instrument,
): PreviewLine[] {
  const lines: PreviewLine[] = rows.map(({ step, ticks }) => ({
    kind: step === 0 ? 'entry' : 'add',
    price: formatPrice(instrument, ticks),
    step,
  }));
  const [first] = rows;
  if (first !== undefined && params.targets.length > 0) {
    lines.push({ kind: 'take_profit', price: formatPrice(instrument, nearest(first.target)) });
  }
  if (stopTicks > 0) lines.push({ kind: 'stop_loss', price: formatPrice(instrument, stopTicks) });
  if (liquidation > 0) lines.push({ kind: 'liquidation', price: formatPrice(instrument, liquidation) });
  return lines;
}

/** A ladder that would be liquidated before its last order, and a stop that would come too late, are no plans. */
function ladderRefusals(
  params: DcaParams,
  rows: readonly LadderRow[],
  stopTicks: Ticks,
  instrument: Instrument,
): FieldIssue[] {
  const long = params.direction === 'long';
  const refusals: FieldIssue[] = [];
  const gone = rows.some(({ liquidationTicks: liquidation }, k) => {
    const next = rows[k + 1];
    if (next === undefined || liquidation === 0) return false;
    return long ? liquidation >= next.ticks : liquidation <= next.ticks;
  });
  const fewer = String(Math.max(1, params.leverage - 1));
  const lessLeverage: FieldIssue = { field: 'leverage', rule: 'range', min: '1', max: fewer };
  if (gone) refusals.push(lessLeverage);
  const liquidation = rows.at(-1)?.liquidationTicks ?? 0;
  const [first] = rows;
  if (stopTicks === 0 || liquidation === 0 || first === undefined) return refusals;
  if (long ? stopTicks > liquidation : stopTicks < liquidation) return refusals;
  const most = mulDiv(Math.abs(first.ticks - liquidation), PPM, first.ticks, 'floor') - 1;
  const least = deviationPpm(params, params.maxSafety) + 1;
  if (most >= least)
    refusals.push({ field: 'stop_loss', rule: 'range', min: formatPercent(least), max: formatPercent(most) });
  else if (!gone) refusals.push(lessLeverage);
  return instrument.contract === null ? [] : refusals;
}

/** The pair's worst days beside what the ladder covers. */
function worstNotes(params: DcaParams, { worst }: PreviewContext): PreviewNote[] {
  if (worst === null) return [];
  const moves = params.direction === 'long' ? worst.fallPpm : worst.risePpm;
  const covered = deviationPpm(params, params.maxSafety);
  return [1, 7, 30].flatMap((days, k): PreviewNote[] => {
    const move = moves[k] ?? null;
    if (move === null || move <= covered) return [];
    const data = { days: String(days), move: formatPercent(move), covered: formatPercent(covered) };
    return [{ key: 'worst_beyond_ladder', level: 'warn', data }];
  });
}

function nearest(ticks: Decimal): Ticks {
  return ticks.toDecimalPlaces(0).toNumber();
}
