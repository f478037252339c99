// One article of the help centre. Links between articles name it by its slug; a number is its id.
import type { helpDetail } from '@cormorant/contract/calls/help.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { HelpStore } from '../../ports/help-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import { presentHelpEntry } from './list-help.ts';

export function showHelpArticle(help: HelpStore): Handler<typeof helpDetail> {
  return async ({ query: { id } }, { lang }) => {
    const article = await help.find(/^\d/.test(id) ? { id: Number(id) } : { slug: id }, lang);
    if (article === null) throw new Refusal(codes.not_found);
    return { ...presentHelpEntry(article), content: article.content };
  };
}
