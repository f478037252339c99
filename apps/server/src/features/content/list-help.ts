// The articles of the help centre by category, in the caller's language. A category without articles is not told.
import type { helpLists } from '@cormorant/contract/calls/help.ts';
import type { HelpEntry, HelpStore } from '../../ports/help-store.ts';
import type { Handler } from '../handler.ts';
import { helpCategories } from './help-categories.ts';

export function presentHelpEntry({ id, slug, category, sort, title, summary, updatedAtMs }: HelpEntry) {
  return { id, slug, category, title, summary, sort, updated_at: updatedAtMs };
}

export function listHelp(help: HelpStore): Handler<typeof helpLists> {
  return async (_request, { lang }) => {
    const entries = await help.list(lang);
    return {
      categories: helpCategories
        .map(({ code, name }) => ({
          code,
          name: name[lang],
          list: entries.filter((entry) => entry.category === code).map(presentHelpEntry),
        }))
        .filter(({ list }) => list.length > 0),
    };
  };
}
