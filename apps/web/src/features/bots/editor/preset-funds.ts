// What a preset may take of a person's money, and which of its figures give way until it takes no more (decision 89).
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { isNumber, plainNumber } from '../../../ui/typed-number.ts';
import type { MarketView } from './assistant.ts';
import type { CoreMoney } from './core-money.ts';
import { isShown, type Values } from './field-rules.ts';

const mostPercent = 20;
/** In tenths: below it a ladder hardly grows, and fewer orders give way. */
const leastGrowth = 12;

/** A fifth of what is free, in atoms of the quote; null where that is not known, or nothing is there to take a part of. */
export function presetFunds(core: CoreMoney, instrument: Instrument, { available }: MarketView): number | null {
  if (available === null) return null;
  const free = core.parseQuote(instrument, available, 'floor');
  return free === 0 ? null : core.mulDiv(free, mostPercent, 100, 'floor');
}

/** The next smaller ladder: it grows less as long as it grows, which leaves its reach, and then has fewer orders; null = none. */
export function smallerLadder(fields: readonly Field[], values: Values): Values | null {
  const shown = (key: string) => fields.some((field) => field.key === key && isShown(field, values));
  const figure = (key: string) => {
    const text = plainNumber(values[key] ?? '');
    return shown(key) && isNumber(text) ? Number(text) : 0;
  };
  for (const key of ['multiplier', 'vol_mult']) {
    const tenths = Math.ceil(figure(key) * 10);
    if (tenths > leastGrowth) return { [key]: String((tenths - 1) / 10) };
  }
  const orders = figure('max_positions');
  if (orders > 1) return { max_positions: String(orders - 1) };
  const safety = figure('max_safety');
  if (safety <= 1) return null;
  return {
    max_safety: String(safety - 1),
    active_safety: String(Math.min(safety - 1, figure('active_safety') || 1)),
  };
}
