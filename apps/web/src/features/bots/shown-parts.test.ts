// Parts on screen add up to the total on screen, whatever the hidden digits are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, formatSigned } from '../../ui/figures.ts';
import { shownParts } from './shown-parts.ts';

const decimal = fc
  .integer({ min: -10_000_000_000, max: 10_000_000_000 })
  .map((units) => `${units < 0 ? '-' : ''}${digits(units)}`);

function digits(units: number): string {
  const text = String(Math.abs(units)).padStart(9, '0');
  return `${text.slice(0, -8)}.${text.slice(-8)}`;
}

describe('shown parts', () => {
  it('add up to the last shown digit', () => {
    fc.assert(
      fc.property(decimal, decimal, (total, first) => {
        const shown = shownParts(total, first);
        const sum = addDecimals([shown.first, shown.rest], shown.decimals);
        expect(sum).toBe(shown.total);
        expect(formatSigned(shown.total, shown.decimals)).toBe(formatSigned(total, shown.decimals));
      }),
    );
  });

  it('are those of the mockup', () => {
    const shown = shownParts('16.6789', '64.0691');
    expect([shown.first, shown.rest, shown.total]).toEqual(['64.06', '-47.39', '16.67']);
  });

  it('show four decimals only where every part is small, and nothing where a figure is missing', () => {
    expect(shownParts('0.55195964', '0.1').decimals).toBe(4);
    expect(shownParts('0.55195964', '3.11296059')).toMatchObject({ decimals: 2, total: '0.55', rest: '-2.56' });
    expect(shownParts('0', '0').decimals).toBe(2);
    expect(shownParts(null, '1').rest).toBeNull();
  });
});
