// What a person looks for in the help centre: all words, in any order and any case, in title or summary. It is kept while
// the app is open, so that the way back from an article leads to what was found.
import { create } from 'zustand';

interface Entry {
  readonly title: string;
  readonly summary: string;
}

interface Category<E extends Entry> {
  readonly code: string;
  readonly name: string;
  readonly list: readonly E[];
}

export const useSearch = create<{ readonly keyword: string }>(() => ({ keyword: '' }));

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Categories in which nothing is found are left out. */
export function found<E extends Entry>(categories: readonly Category<E>[], keyword: string): Category<E>[] {
  const words = plain(keyword)
    .split(/\s+/)
    .filter((word) => word !== '');
  return categories
    .map((category) => ({
      ...category,
      list: category.list.filter(({ title, summary }) => {
        const text = plain(`${title} ${summary}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ list }) => list.length > 0);
}
