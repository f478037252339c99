// A page of rows as the wire has it. A page beyond the end is an empty list.
import type { Page } from '../../ports/bot-store.ts';

export function pageOf<Row, Item>(
  page: Page<Row>,
  asked: { page: number; page_size: number },
  view: (row: Row) => Item,
) {
  const hasMore: 0 | 1 = asked.page * asked.page_size < page.total ? 1 : 0;
  return {
    list: page.rows.map(view),
    total: page.total,
    page: asked.page,
    page_size: asked.page_size,
    has_more: hasMore,
  };
}
