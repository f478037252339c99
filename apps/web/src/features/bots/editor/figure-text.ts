// A figure of a preview as its unit is written.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { FigureUnit } from '@cormorant/core/strategy/preview.ts';
import { formatPercent, formatPrice, formatUsdt, missing } from '../../../ui/figures.ts';
import { groupedNumber } from '../../../ui/typed-number.ts';

export function figureText(unit: FigureUnit, value: string | null, symbol: MarketSymbol): string {
  if (value === null) return missing;
  if (unit === 'price') return formatPrice(value, symbol.tick);
  if (unit === 'quote') return formatUsdt(value);
  if (unit === 'percent') return formatPercent(value);
  if (unit === 'text') return /^\d{13}$/.test(value) ? scheduleTime(Number(value)) : value;
  return groupedNumber(value);
}

const zoneMs = 8 * 3_600_000;

/** 08-05 08:00 in UTC+8, where schedules live, wherever the device is. */
function scheduleTime(at: number): string {
  return new Date(at + zoneMs).toISOString().slice(5, 16).replace('T', ' ');
}
