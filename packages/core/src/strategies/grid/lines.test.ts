// The lines of a grid: the published example, and what holds for every range.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areDistinct, emptyLine, gridLine, gridLines } from './lines.ts';

describe('grid lines', () => {
  it('draws the published example of strategies.md 2.1 (20,000 to 30,000, five grids)', () => {
    const range = { lowerTicks: 2_000_000, upperTicks: 3_000_000, levels: 5 };
    expect(gridLines({ ...range, mode: 'arithmetic' })).toEqual([
      2_000_000, 2_200_000, 2_400_000, 2_600_000, 2_800_000, 3_000_000,
    ]);
    expect(gridLines({ ...range, mode: 'geometric' })).toEqual([
      2_000_000, 2_168_944, 2_352_158, 2_550_849, 2_766_324, 3_000_000,
    ]);
  });

  it('begins and ends on the bounds, ascends, and goes on beyond them by the same rule', () => {
    const spec = fc.record({
      lowerTicks: fc.integer({ min: 1_000, max: 5_000_000 }),
      widthTicks: fc.integer({ min: 1_000, max: 5_000_000 }),
      levels: fc.integer({ min: 2, max: 60 }),
      mode: fc.constantFrom('arithmetic' as const, 'geometric' as const),
    });
    fc.assert(
      fc.property(spec, fc.integer({ min: 0, max: 2 }), ({ lowerTicks, widthTicks, levels, mode }, from) => {
        const grid = { lowerTicks, upperTicks: lowerTicks + widthTicks, levels, mode };
        const lines = gridLines(grid);
        expect(lines).toHaveLength(levels + 1);
        expect([lines[0], lines[levels]]).toEqual([grid.lowerTicks, grid.upperTicks]);
        expect(lines.every((line, k) => k === 0 || line >= lines[k - 1]!)).toBe(true);
        expect(gridLines(grid, from)).toEqual(Array.from({ length: levels + 1 }, (_, k) => gridLine(grid, from + k)));
        expect(gridLines(grid, from).slice(0, levels + 1 - from)).toEqual(lines.slice(from));
      }),
      { numRuns: 30 },
    );
  });

  it('sees two lines that fall on one tick', () => {
    expect(areDistinct(gridLines({ lowerTicks: 100, upperTicks: 105, levels: 8, mode: 'arithmetic' }))).toBe(false);
    expect(areDistinct([1, 2, 3])).toBe(true);
  });

  it('leaves the nearest line empty, the upper of two equally near', () => {
    const lines = [20_000, 22_000, 24_000, 26_000, 28_000, 30_000];
    expect(emptyLine(lines, 25_000)).toBe(3);
    expect(emptyLine(lines, 24_999)).toBe(2);
    expect(emptyLine(lines, 1)).toBe(0);
    expect(emptyLine(lines, 99_000)).toBe(5);
  });
});
