// A condition tree of a bot's params in one sentence, however it was sent; null where there is none.
import type { TFunction } from 'i18next';
import { readDraft } from '../editor/components/conditions-tree.ts';
import { treeText } from '../editor/components/conditions-words.ts';

export function conditionSentence(param: unknown, t: TFunction): string | null {
  if (param === undefined || param === null || param === '') return null;
  const tree = readDraft(typeof param === 'string' ? param : JSON.stringify(param));
  if (tree === null || tree === 'unreadable' || tree.items.length === 0) return null;
  return treeText(tree, t);
}
