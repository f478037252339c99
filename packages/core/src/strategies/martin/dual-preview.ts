// What a martingale of two sides will be: both ladders at the present price, each on its half of the money. The side that
// loses more leads the worst case; that one market moves far enough both ways and stops both in turn is told beside it.
import { formatQuote, parseQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Preview, PreviewContext, PreviewFigure, PreviewTable } from '../../strategy/preview.ts';
import { type AnyMartinParams, type DualParams, dualShares, isDual, sharedIssues } from './dual-params.ts';
import { PPM } from './ladder-plan.ts';
import { previewMartin } from './preview.ts';

type Sides = readonly [Preview, Preview];

export function previewAnyMartin(params: AnyMartinParams, context: PreviewContext): Preview {
  return isDual(params) ? previewDual(params, context) : previewMartin(params, context);
}

function previewDual({ sides }: DualParams, context: PreviewContext): Preview {
  const shares = dualShares(context.investmentAtoms);
  const of = (at: 0 | 1) => previewMartin(sides[at], { ...context, investmentAtoms: shares[at] });
  const both: Sides = [of(0), of(1)];
  const [long, short] = both;
  const worse = amount(context, long, 'worst_loss') > amount(context, short, 'worst_loss') ? long : short;
  return {
    figures: long.figures.length === 0 ? [] : figuresOf(both, worse, context),
    table: tableOf(both),
    lines: [...long.lines, ...short.lines],
    notes: [
      { key: 'note_dual', level: 'plain', data: {} },
      ...worse.notes.map((note) =>
        note.key === 'note_worst_loss'
          ? { ...note, key: worse === long ? 'note_dual_worst_long' : 'note_dual_worst_short' }
          : note,
      ),
    ],
    refusals: sharedIssues(long.refusals, short.refusals),
  };
}

function figure({ figures }: Preview, key: string): PreviewFigure | undefined {
  return figures.find((one) => one.key === key);
}

function amount({ instrument }: PreviewContext, preview: Preview, key: string): number {
  const value = figure(preview, key)?.value;
  return value == null ? 0 : parseQuote(instrument, value);
}

const order = ['good', 'plain', 'warn', 'bad'];

/** The side for which it is worse; of equals the longer way. */
function worseOf(both: Sides, key: string): PreviewFigure {
  const [a, b] = both.map((side) => figure(side, key)!) as [PreviewFigure, PreviewFigure];
  const [x, y] = [order.indexOf(a.level), order.indexOf(b.level)];
  if (x !== y) return x > y ? a : b;
  return Number(a.value ?? 0) >= Number(b.value ?? 0) ? a : b;
}

function figuresOf(both: Sides, worse: Preview, context: PreviewContext): PreviewFigure[] {
  const { instrument, investmentAtoms } = context;
  const [long, short] = both;
  const sum = (key: string) => amount(context, long, key) + amount(context, short, key);
  const quote = (key: string, atoms: number, level: PreviewFigure['level'] = 'plain'): PreviewFigure => ({
    ...{ key, unit: 'quote', level, value: formatQuote(instrument, atoms) },
  });
  const as = (side: Preview, from: string, key: string): PreviewFigure => ({ ...figure(side, from)!, key });
  const capital = sum('capital');
  const loss = amount(context, worse, 'worst_loss');
  const lossPpm = investmentAtoms <= 0 ? null : mulDiv(loss, PPM, investmentAtoms, 'ceil');
  return [
    quote('capital', capital, investmentAtoms >= capital ? 'plain' : 'bad'),
    figure(long, 'drop_covered')!,
    figure(short, 'rise_covered')!,
    as(long, 'stop_price', 'stop_price_long'),
    as(short, 'stop_price', 'stop_price_short'),
    quote('worst_loss', loss, 'bad'),
    {
      ...{ key: 'worst_loss_rate', unit: 'percent', level: lossPpm !== null && lossPpm > 300_000 ? 'bad' : 'warn' },
      value: lossPpm === null ? null : formatPercent(lossPpm),
    },
    quote('worst_loss_both', sum('worst_loss'), 'bad'),
    quote('fees', sum('fees')),
    as(long, 'liquidation', 'liquidation_now_long'),
    as(long, 'liquidation_full', 'liquidation_long'),
    as(short, 'liquidation', 'liquidation_now_short'),
    as(short, 'liquidation_full', 'liquidation_short'),
    figure(long, 'funding_day')?.value == null
      ? as(long, 'funding_day', 'funding_day')
      : quote('funding_day', sum('funding_day')),
    ...(['worst_1d', 'worst_7d', 'worst_30d'] as const).map((key) => worseOf(both, key)),
  ];
}

/** The long ladder, then the short one, each row with its side. */
function tableOf(both: Sides): PreviewTable | null {
  const [{ table: long }, { table: short }] = both;
  if (long === null || short === null) return null;
  return {
    columns: [{ key: 'side', unit: 'side' }, ...long.columns],
    rows: [...long.rows.map((row) => ['long', ...row]), ...short.rows.map((row) => ['short', ...row])],
  };
}
