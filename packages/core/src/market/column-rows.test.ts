// Cells are found by the header of a file; by position only where it has none.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CANDLE_COLUMNS, type Column, epochMs, FUNDING_COLUMNS, forEachColumnRow } from './column-rows.ts';

function read(text: string, columns: readonly Column[], mostWithoutHeader?: number) {
  const rows: string[][] = [];
  const faults: [number, string][] = [];
  forEachColumnRow(text, {
    columns,
    ...(mostWithoutHeader === undefined ? {} : { mostWithoutHeader }),
    row: (_line, cells) => rows.push([...cells]),
    fault: (line, detail) => faults.push([line, detail]),
  });
  return { rows, faults };
}

describe('forEachColumnRow', () => {
  it('finds columns in any order, with any others between them', () => {
    const headers = ['Open time', 'open', 'HIGH', 'low_price', '"close"'];
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 });
    fc.assert(
      fc.property(order, (places) => {
        const head = places.map((place) => headers[place] ?? `other ${place}`).join(',');
        const row = places.map((place) => String(place + 10)).join(',');
        expect(read(`${head}\n${row}\n`, CANDLE_COLUMNS)).toEqual({
          rows: [['10', '11', '12', '13', '14']],
          faults: [],
        });
      }),
    );
  });

  it("reads the rate of Binance's archive and not the hours before it", () => {
    const text = 'calc_time,funding_interval_hours,last_funding_rate\n1722470400002,8,0.00010000\n';
    expect(read(text, FUNDING_COLUMNS).rows).toEqual([['1722470400002', '0.00010000']]);
  });

  it('skips a header that is repeated, and follows one that changes the order on the way', () => {
    const text = 'time,rate\n1,a1\ntime,rate\n2,a2\nrate,time\na3,3\n';
    expect(read(text, FUNDING_COLUMNS).rows).toEqual([
      ['1', 'a1'],
      ['2', 'a2'],
      ['3', 'a3'],
    ]);
  });

  it('names what a header lacks, and reads nothing below it', () => {
    const { rows, faults } = read('time,open,low\n1,2,3\n', CANDLE_COLUMNS);
    expect(rows).toEqual([]);
    expect(faults).toEqual([[1, 'no column of the header is the high or the close']]);
  });

  it('reads by position only what has no header, and no more columns than are safe to tell apart', () => {
    expect(read('\uFEFF1,2\r\n\r\n3,4', FUNDING_COLUMNS, 2).rows).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    const three = read('1,8,0.0001\n', FUNDING_COLUMNS, 2);
    expect(three).toEqual({ rows: [], faults: [[1, '3 columns and no header that names them']] });
    expect(read('1\n', FUNDING_COLUMNS).faults).toEqual([[1, '1 columns, at least 2']]);
  });

  it('takes a row of bad figures for data', () => {
    expect(read('NaN,null\n', FUNDING_COLUMNS).rows).toEqual([['NaN', 'null']]);
  });
});

it('reads milliseconds and microseconds as the same moment', () => {
  expect([epochMs('1722003300000'), epochMs('1722003300000999')]).toEqual([1722003300000, 1722003300000]);
  for (const cell of ['1722003300', '2024-07-26', '', '17220033000000000', '-1722003300000'])
    expect(epochMs(cell)).toBeNull();
});
