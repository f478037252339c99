// What a custom bot will be before it starts: its orders, what they tie up, where it would be closed or liquidated if all
// of them filled at the present price, and what the stop costs then. Pure; the editor draws it, the server judges by it.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { Preview, PreviewContext, PreviewFigure, PreviewLine } from '../../strategy/preview.ts';
import { type CustomParams, liquidationDistancePpm, needAtoms, orderAtoms } from './params.ts';

const PPM = 1_000_000;
/** product.md `cfg.sim_slippage`: what a market order may cost beyond the last price. */
const SLIPPAGE_PPM: Ppm = 200;

export function previewCustom(params: CustomParams, context: PreviewContext): Preview {
  const { instrument, lastTicks, investmentAtoms } = context;
  const sizes = Array.from({ length: params.maxPositions }, (_, step) => orderAtoms(params, step));
  const fullAtoms = sizes.reduce((sum, size) => sum + size, 0);
  const money = (atoms: Atoms) => formatQuote(instrument, atoms);
  const loss = stopLossAtoms(params, instrument, fullAtoms);
  const quote = (key: string, atoms: Atoms, level: PreviewFigure['level'] = 'plain'): PreviewFigure => ({
    key,
    unit: 'quote',
    value: money(atoms),
    level,
  });
  const figures: PreviewFigure[] = [
    quote('capital', needAtoms(params, instrument)),
    quote('worst_loss', loss, loss * 2 > investmentAtoms ? 'bad' : 'warn'),
    quote('fees_open', applyPpm(fullAtoms, instrument.takerPpm, 'ceil')),
  ];
  const liquidationTicks = params.leverage > 0 && lastTicks > 0 ? liquidationOf(params, instrument, lastTicks) : 0;
  if (params.leverage > 0) {
    const value = liquidationTicks > 0 ? formatPrice(instrument, liquidationTicks) : null;
    figures.push({ key: 'liquidation', unit: 'price', value, level: 'warn' });
  }
  let sumAtoms = 0;
  const rows = sizes.map((size, step) => {
    sumAtoms += size;
    return [String(step + 1), money(size), money(sumAtoms)];
  });
  return {
    figures,
    table: {
      columns: [
        { key: 'step', unit: 'count' },
        { key: 'amount', unit: 'quote' },
        { key: 'cumulative', unit: 'quote' },
      ],
      rows,
    },
    lines: lastTicks > 0 ? linesOf(params, instrument, lastTicks, liquidationTicks) : [],
    notes:
      params.takeProfitPpm === 0 && params.close === null ? [{ key: 'custom_no_exit', level: 'warn', data: {} }] : [],
    refusals: [],
  };
}

/** Everything bought at one price and closed at the stop, with both fees and the slippage of the way out. */
export function stopLossAtoms(params: CustomParams, instrument: Instrument, fullAtoms: Atoms): Atoms {
  const { takerPpm } = instrument;
  const long = params.direction === 'long';
  const exitAtoms = applyPpm(fullAtoms, long ? PPM - params.stopLossPpm : PPM + params.stopLossPpm, 'ceil');
  const move = Math.abs(exitAtoms - fullAtoms);
  const slip = applyPpm(exitAtoms, SLIPPAGE_PPM, 'ceil');
  return move + slip + applyPpm(fullAtoms, takerPpm, 'ceil') + applyPpm(exitAtoms, takerPpm, 'ceil');
}

function liquidationOf(params: CustomParams, instrument: Instrument, lastTicks: Ticks): Ticks {
  const reachPpm = liquidationDistancePpm(params, instrument);
  const long = params.direction === 'long';
  return applyPpm(lastTicks, long ? PPM - reachPpm : PPM + reachPpm, long ? 'ceil' : 'floor');
}

function linesOf(
  params: CustomParams,
  instrument: Instrument,
  lastTicks: Ticks,
  liquidationTicks: Ticks,
): PreviewLine[] {
  const long = params.direction === 'long';
  const at = (kind: PreviewLine['kind'], ppm: Ppm): PreviewLine => ({
    kind,
    price: formatPrice(instrument, Math.max(1, applyPpm(lastTicks, PPM + ppm, 'floor'))),
  });
  const lines = [at('entry', 0), at('stop_loss', long ? -params.stopLossPpm : params.stopLossPpm)];
  if (params.takeProfitPpm > 0) lines.push(at('take_profit', long ? params.takeProfitPpm : -params.takeProfitPpm));
  if (liquidationTicks > 0) lines.push({ kind: 'liquidation', price: formatPrice(instrument, liquidationTicks) });
  return lines;
}
