// A person's trades, results or log as a CSV file, read and written in pieces, so that a long file needs no more memory
// than a short one. A file that would be too long is refused before it begins.
import { type ExportKind, mostExportRows, type userExport } from '@cormorant/contract/calls/bills.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { ExportFilter, ExportStore } from '../../ports/export-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { FileAnswer, FileHandler } from '../handler.ts';
import { dayNumber } from './bill-view.ts';
import { byteOrderMark, csvRow } from './csv.ts';
import { type Column, exportColumns } from './export-columns.ts';

/** Each piece is looked for among all rows after it: small pieces of a long file are the most of its work. */
const PIECE = 5_000;
const DAY_MS = 86_400_000;
const UTC8_MS = 28_800_000;

/** The first instant of a UTC+8 day. */
function startOf(date: string): number {
  return dayNumber(date) * DAY_MS - UTC8_MS;
}

export function exportRows(store: ExportStore): FileHandler<typeof userExport> {
  async function* lines<Kind extends ExportKind>(kind: Kind, userId: number, filter: ExportFilter, lang: Lang) {
    const columns = exportColumns[kind] as readonly Column<{ id: number }>[];
    yield byteOrderMark + csvRow(columns.map(({ heading }) => heading[lang]));
    let afterId = 0;
    for (;;) {
      const rows = await store.piece(kind, userId, filter, afterId, PIECE);
      yield rows.map((row) => csvRow(columns.map(({ cell }) => cell(row, lang)))).join('');
      const last = rows.at(-1);
      if (last === undefined || rows.length < PIECE) return;
      afterId = last.id;
    }
  }

  return async ({ query }, { userId, lang }): Promise<FileAnswer> => {
    const { kind, bot_id: botId = null, exchange, from, to } = query;
    const fromMs = from === undefined ? 0 : startOf(from);
    const untilMs = to === undefined ? Number.MAX_SAFE_INTEGER : startOf(to) + DAY_MS;
    const filter = { botId, exchange, fromMs, untilMs };
    if ((await store.count(kind, userId, filter)) > mostExportRows) {
      throw new Refusal(codes.field_range, { data: { field: 'from' } });
    }
    const name = [kind, botId ?? '', from ?? '', to ?? ''].filter((part) => part !== '').join('-');
    return { name: `cormorant-${name}.csv`, chunks: lines(kind, userId, filter, lang) };
  };
}
