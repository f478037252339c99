// An operator puts an article of the help centre right, and gives it back to the release. What he has edited no start touches.
import type { HelpLang, HelpSeed } from '../../ports/help-store.ts';
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { promises } from '../promises.ts';
import { note } from './note.ts';

type Help = Transactions<Pick<OperatorWork, 'help' | 'note'>>;

/** An article in one language, as its file says it. */
export type EditedHelp = Omit<HelpSeed, 'texts'> & { readonly text: HelpSeed['texts'][HelpLang] };

/** promises: it promises a profit. moved: its category or its place is another. */
export type HelpEdit = 'done' | 'missing' | 'promises' | 'moved';

export function editHelp(store: Help) {
  return async (lang: HelpLang, edited: EditedHelp, doing: Doing): Promise<HelpEdit> => {
    const { category, slug, sort, text, version } = edited;
    if (promises.test(`${text.title}\n${text.summary}\n${text.content}`)) return 'promises';
    return store.transaction(async (work): Promise<HelpEdit> => {
      const kept = await work.help.take(slug);
      if (kept === null) return 'missing';
      if (kept.category !== category || kept.sort !== sort) return 'moved';
      await work.help.write({ ...kept, version, texts: { ...kept.texts, [lang]: text }, edited: true }, doing.nowMs);
      await note(work, doing, 'help_edit', `${slug}.${lang}`, { before: kept.texts[lang], after: text });
      return 'done';
    });
  };
}

/** False when it was not edited. What the release has no more goes with its next start. */
export function restoreHelp(store: Help) {
  return (slug: string, release: readonly HelpSeed[], doing: Doing): Promise<boolean> =>
    store.transaction(async (work) => {
      const kept = await work.help.take(slug);
      if (kept?.edited !== true) return false;
      const now = release.find((seed) => seed.slug === slug) ?? kept;
      await work.help.write({ ...now, edited: false }, doing.nowMs);
      await note(work, doing, 'help_restore', slug, { before: kept.texts, after: now.texts });
      return true;
    });
}
