// What a spreadsheet meets in our files: names typed by people, figures to the last digit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, timeCell } from './csv.ts';

/** RFC 4180, read back by a reader of its own. */
function parse(row: string): string[] {
  const cells: string[] = [];
  let [text, quoted] = ['', false];
  const body = row.slice(0, -2);
  for (let at = 0; at < body.length; at++) {
    const letter = body[at]!;
    if (letter === '"' && quoted && body[at + 1] === '"') {
      text += '"';
      at++;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === ',' && !quoted) {
      cells.push(text);
      text = '';
    } else text += letter;
  }
  return [...cells, text];
}

describe('a CSV row', () => {
  it('is read back as it was written, whatever people typed, and ends with CR LF', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 6 }), (texts) => {
        const row = csvRow(texts);
        const read = parse(row);
        const same = read.every((text, at) => text === texts[at] || text === `'${texts[at]}`);
        return row.endsWith('\r\n') && read.length === texts.length && same;
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '=HYPERLINK("http://x","y")'])(
    'disarms the formula %j',
    (text) => {
      expect(parse(csvRow([text]))).toEqual([`'${text}`]);
    },
  );

  it('leaves figures alone, negative ones included, and takes nothing else for one', () => {
    expect(csvRow([{ figure: '-0.000000010000000001' }, { figure: '12' }, null])).toBe('-0.000000010000000001,12,\r\n');
    for (const text of ['=1', '1e3', '', '-', '+1', '1,2'])
      expect(() => csvRow([{ figure: text }])).toThrow('no figure');
  });

  it('says times in the platform’s day', () => {
    expect(timeCell(Date.parse('2026-11-20T16:00:00.001Z'))).toBe('2026-11-21T00:00:00.001+08:00');
  });
});
