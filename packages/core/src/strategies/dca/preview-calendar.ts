// What a calendar of buys will be before it starts: the next buys, what they cost, how long the money lasts.
import { Decimal } from 'decimal.js';
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { FieldIssue } from '../../strategy/field.ts';
import type {
  Preview,
  PreviewContext,
  PreviewFigure,
  PreviewLine,
  PreviewNote,
  PreviewTable,
} from '../../strategy/preview.ts';
import { isPast } from '../../strategy/round/side.ts';
import { profitTicks, stopFromTicks, stopTicks, takenAtMarket } from '../../strategy/round/targets.ts';
import { nextSlots, slotsPerMonthE3 } from './calendar.ts';
import type { DcaParams } from './params.ts';
import { figure, liquidationOf, openingFeePpm } from './preview-cells.ts';

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const PPM = 1_000_000;
const SHOWN_SLOTS = 6;
const MIN_STOP_PPM: Ppm = 1_000;

export function previewCalendar(params: DcaParams, context: PreviewContext): Preview {
  const { instrument, lastTicks, investmentAtoms } = context;
  const dearest =
    params.dipDropPpm > 0 ? applyPpm(params.amountAtoms, params.multiplierPpm, 'floor') : params.amountAtoms;
  // What hundreds of buys come to may be more than can be counted in atoms, although no bot would ever hold it.
  const total = new Exact(params.amountAtoms).times(params.maxBuys);
  const worst = new Exact(dearest).times(params.maxBuys).div(params.leverage).ceil();
  const perMonth = new Exact(params.amountAtoms).times(slotsPerMonthE3(params.calendar.interval)).div(1000).floor();
  const money = (atoms: Decimal) => atoms.div(new Exact(10).pow(instrument.quoteScale)).toFixed();
  const isShort = worst.greaterThan(investmentAtoms);
  const months = new Exact(investmentAtoms).times(params.leverage).div(perMonth).toDecimalPlaces(1).toString();
  const notes: PreviewNote[] = [];
  if (isShort) {
    const data = { need: money(worst), amount: formatQuote(instrument, investmentAtoms) };
    notes.push({ key: 'calendar_short', level: 'warn', data });
  }
  // As if every buy that is paid for had been made at its dearest size and at the present price: no later liquidation is
  // nearer than that.
  const paid = new Exact(investmentAtoms).times(params.leverage).div(dearest).ceil();
  const buys = Decimal.min(params.maxBuys, paid).toNumber();
  const lots = lastTicks > 0 ? Math.floor(dearest / (lastTicks * instrument.quoteAtomsPerTickLot)) * buys : 0;
  const signedLots = params.direction === 'long' ? lots : -lots;
  const liquidation = liquidationOf(params, instrument, signedLots, lots * lastTicks * instrument.quoteAtomsPerTickLot);
  const figures: PreviewFigure[] = [
    figure('capital', 'quote', money(worst), isShort ? 'warn' : 'plain'),
    figure('total_cost', 'quote', money(total)),
    figure('per_month', 'quote', money(perMonth)),
    figure('months_covered', 'times', months),
    figure('fees_open', 'quote', formatQuote(instrument, applyPpm(params.amountAtoms, instrument.takerPpm, 'ceil'))),
    figure('worst_loss', 'quote', formatQuote(instrument, worstLossAtoms(params, context, dearest)), 'warn'),
  ];
  if (instrument.contract !== null) {
    figures.push(
      figure('liquidation', 'price', liquidation === 0 ? null : formatPrice(instrument, liquidation), 'warn'),
    );
  }
  return {
    figures,
    table: calendarTable(params, context),
    lines: calendarLines(params, context, liquidation),
    notes,
    refusals: stopRefusals(params, lastTicks, liquidation),
  };
}

/**
 * Every buy that the money pays for, all of it lost, or closed at the stop with the fees of both ways. Never more than the
 * investment: a buy that nothing is left for is skipped, and a contract stands on no other money.
 */
function worstLossAtoms(params: DcaParams, context: PreviewContext, dearest: Atoms): Atoms {
  const { instrument, investmentAtoms } = context;
  const { direction, leverage, stopLossPpm } = params;
  const spent = mostSpentAtoms(params, context, dearest);
  const opening = applyPpm(spent, openingFeePpm(instrument), 'ceil');
  if (stopLossPpm === 0) return Math.min(Math.ceil(spent / leverage) + opening, investmentAtoms);
  const left = applyPpm(spent, direction === 'long' ? PPM - stopLossPpm : PPM + stopLossPpm, 'ceil');
  const fees = applyPpm(spent, instrument.takerPpm, 'ceil') + applyPpm(left, instrument.takerPpm, 'ceil');
  return Math.min(applyPpm(spent, stopLossPpm, 'ceil') + fees, investmentAtoms);
}

/** Which buys are dips nobody knows: of all that the money pays for, those that spend most. */
function mostSpentAtoms(params: DcaParams, { instrument, investmentAtoms }: PreviewContext, dearest: Atoms): Atoms {
  const { amountAtoms, leverage, maxBuys } = params;
  const feePpm = openingFeePpm(instrument);
  const need = (atoms: Atoms) => Math.ceil(atoms / leverage) + applyPpm(atoms, feePpm, 'ceil');
  let most = 0;
  for (let dips = 0; dips <= maxBuys && dips * need(dearest) <= investmentAtoms; dips++) {
    const paid = Math.floor((investmentAtoms - dips * need(dearest)) / need(amountAtoms));
    most = Math.max(most, dips * dearest + Math.min(paid, maxBuys - dips) * amountAtoms);
  }
  return most;
}

/** What can be known before the second buy: the first one at the present price, and the exits that follow from it. */
function calendarLines(
  params: DcaParams,
  { instrument, lastTicks }: PreviewContext,
  liquidation: Ticks,
): PreviewLine[] {
  if (lastTicks <= 0) return [];
  const perLot = lastTicks * instrument.quoteAtomsPerTickLot;
  const lots = Math.floor(params.amountAtoms / perLot);
  const holding = takenAtMarket(instrument, params.direction, lots, lots * perLot);
  const lines: PreviewLine[] = [{ kind: 'entry', price: formatPrice(instrument, lastTicks) }];
  const add = (kind: PreviewLine['kind'], ticks: Ticks) => {
    if (ticks > 0) lines.push({ kind, price: formatPrice(instrument, ticks) });
  };
  const [first] = params.targets;
  if (first !== undefined) add('take_profit', profitTicks(instrument, holding, first.profitPpm));
  add('stop_loss', stopTicks(instrument, holding, params.stopLossPpm));
  add('liquidation', liquidation);
  return lines;
}

/** A stop that lies beyond the liquidation would never be reached. */
function stopRefusals(params: DcaParams, lastTicks: Ticks, liquidation: Ticks): FieldIssue[] {
  const { direction, leverage, stopLossPpm } = params;
  if (stopLossPpm === 0 || liquidation === 0) return [];
  if (!isPast(direction, stopFromTicks(direction, lastTicks, stopLossPpm), liquidation)) return [];
  const most = mulDiv(Math.abs(lastTicks - liquidation), PPM, lastTicks, 'floor') - 1;
  if (most < MIN_STOP_PPM) return [{ field: 'leverage', rule: 'range', min: '1', max: String(leverage - 1) }];
  return [{ field: 'stop_loss', rule: 'range', min: formatPercent(MIN_STOP_PPM), max: formatPercent(most) }];
}

function calendarTable(params: DcaParams, { instrument, nowMs }: PreviewContext): PreviewTable | null {
  if (nowMs === undefined) return null;
  const slots = nextSlots(params.calendar, nowMs, Math.min(SHOWN_SLOTS, params.maxBuys));
  return {
    columns: [
      { key: 'buy', unit: 'count' },
      { key: 'at_ms', unit: 'text' },
      { key: 'amount', unit: 'quote' },
      { key: 'cumulative', unit: 'quote' },
    ],
    rows: slots.map((atMs, k) => [
      String(k + 1),
      String(atMs),
      formatQuote(instrument, params.amountAtoms),
      formatQuote(instrument, params.amountAtoms * (k + 1)),
    ]),
  };
}
