// How far a price is from the last one, in percent: a figure to look at, never to compute with.
import { formatSignedPercent } from '../../../../ui/figures.ts';
import { isNumber, plainNumber } from '../../../../ui/typed-number.ts';

export function distanceText(value: string, last: string): string {
  const price = plainNumber(value);
  if (!isNumber(price) || Number(price) <= 0 || !(Number(last) > 0)) return '';
  const percent = (Number(price) / Number(last) - 1) * 100;
  return Math.abs(percent) < 100_000 ? formatSignedPercent(percent) : '';
}
