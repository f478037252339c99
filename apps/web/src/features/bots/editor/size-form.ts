// What the position-sizing calculator asks and works out: the fields of a category that decide sizes, and the first order
// that a capital carries. Its form is the editor's own, so limits, preview and worst case are the same.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import { isNumber, plainNumber } from '../../../ui/typed-number.ts';
import type { MarketView } from './assistant.ts';
import type { CoreMoney } from './core-money.ts';
import type { Values } from './field-rules.ts';
import { atomsOf, instrumentOf } from './instrument-of.ts';

const martinKeys: ReadonlySet<string> = new Set([
  'investment',
  'direction',
  'leverage',
  'first_amount',
  'max_positions',
  'multiplier',
  'add_drop',
  'drop_scale',
  'take_profit',
  'stop_loss',
]);
const gridKeys: ReadonlySet<string> = new Set([
  'investment',
  'direction',
  'leverage',
  'lower',
  'upper',
  'grid_levels',
  'grid_mode',
  'reserve',
]);

/** The category reduced to what sizes its orders; everything else keeps its default. */
export function sizedType(type: BotType): BotType {
  const keys = type.type === 'grid' ? gridKeys : martinKeys;
  const fields = type.fields.filter(({ key }) => keys.has(key)).map(({ show_if: _, ...field }) => field);
  return { ...type, fields };
}

export interface Solved {
  readonly first: string;
  /** Set when the venue would not take the first order. */
  readonly least: string | null;
}

export async function loadSizeCore() {
  const [{ loadCoreMoney }, size] = await Promise.all([
    import('./core-money.ts'),
    import('@cormorant/core/strategies/martin/size.ts'),
  ]);
  return { money: await loadCoreMoney(), sizeByCapital: size.sizeByCapital };
}

export type SizeCore = Awaited<ReturnType<typeof loadSizeCore>>;

/** The largest first order whose whole ladder the investment pays for; null while the values are no rule. */
export function solveFirst(core: SizeCore, values: Values, view: MarketView): Solved | null {
  const { money } = core;
  const number = (key: string) => plainNumber(values[key] ?? '');
  const orders = Number(number('max_positions'));
  const leverage = Number(number('leverage') || '1');
  const multiplier = number('multiplier');
  if (!Number.isInteger(orders) || orders < 1 || orders > 15 || !isNumber(multiplier)) return null;
  if (!Number.isInteger(leverage) || leverage < 1) return null;
  try {
    const instrument = instrumentOf(money, view.symbol);
    const capital = atomsOf(money, instrument, number('investment'));
    if (capital === null || capital <= 0) return null;
    const multiplierPpm = money.parseScaled(multiplier, 6);
    if (multiplierPpm < 1_000_000 || multiplierPpm > 3_000_000) return null;
    const sized = core.sizeByCapital(instrument, capital, {
      multiplierPpm,
      maxOrders: orders,
      leverage: view.symbol.market === 'spot' ? 1 : leverage,
    });
    return {
      first: trimmed(money, sized.firstAtoms, instrument.quoteScale),
      least: sized.isTooSmall ? trimmed(money, sized.minFirstAtoms, instrument.quoteScale) : null,
    };
  } catch (error) {
    if (error instanceof money.MoneyError) return null;
    throw error;
  }
}

function trimmed(money: CoreMoney, atoms: number, scale: number): string {
  return money.formatScaled(atoms, scale, true);
}
