// The check of the fault map: it sees a row that is gone, one without a test, and a test that is gone or has another title.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { catalogueIds, checkFaultMap, judgeFaultMap } from './fault-map.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (path: string) => (path === 'a.test.ts' ? "test('holds', …)" : null);
const rowOf = (id: string, tests = 'a.test.ts › holds', remark = '') =>
  `| ${id} | what goes wrong | ${tests} | ${remark} |`;
const map = (spoil: (id: string) => string = rowOf) =>
  catalogueIds()
    .map((id) => spoil(id))
    .join('\n');
const spoilt = (wrong: string, row: string) =>
  judgeFaultMap(
    map((id) => (id === wrong ? row : rowOf(id))),
    read,
  );

it('is content with the map as it is, and counts seventy faults', () => {
  expect(checkFaultMap(root)).toEqual([]);
  expect(catalogueIds()).toHaveLength(70);
  expect(judgeFaultMap(map(), read)).toEqual([]);
});

it('names a row that is missing, doubled, unknown or without a test', () => {
  expect(spoilt('A7', '')).toEqual(['docs/FAULT-MAP.md: A7 has no row']);
  expect(spoilt('A7', `${rowOf('A7')}\n${rowOf('A7')}`)).toEqual(['docs/FAULT-MAP.md: A7 has two rows']);
  expect(judgeFaultMap(`${map()}\n${rowOf('G1')}`, read)).toEqual(['docs/FAULT-MAP.md: the catalogue has no G1']);
  expect(spoilt('A7', rowOf('A7', ''))).toEqual(['docs/FAULT-MAP.md: A7 names no test']);
  expect(spoilt('A7', rowOf('A7', '', 'later: issue 6'))).toEqual(['docs/FAULT-MAP.md: A7 names no test']);
  expect(spoilt('F3', rowOf('F3', '', 'later: issue 6'))).toEqual(['docs/FAULT-MAP.md: F3 names no test']);
});

it('names a test that is gone, has another title, or cannot be read as one', () => {
  expect(spoilt('B2', rowOf('B2', 'b.test.ts › holds'))).toEqual(['docs/FAULT-MAP.md: B2: there is no b.test.ts']);
  expect(spoilt('B2', rowOf('B2', 'a.test.ts › holds<br>a.test.ts › fails'))).toEqual([
    'docs/FAULT-MAP.md: B2: a.test.ts has no test "fails"',
  ]);

  for (const text of [`test.${'skip'}('holds', …)`, "// test('holds', …)", 'it holds']) {
    const told = judgeFaultMap(map(), () => text);
    expect([text, told[0]]).toEqual([text, 'docs/FAULT-MAP.md: A1: a.test.ts has no test "holds"']);
  }
  expect(spoilt('B2', rowOf('B2', 'somewhere'))).toEqual(['docs/FAULT-MAP.md: B2: "somewhere" is not file › title']);
});
