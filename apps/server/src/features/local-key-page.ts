// The page on which keys of the local exchange are made, in the language of who is led there: it is a page of its own and
// knows nothing of the app's choice.
import type { Lang } from '@cormorant/contract/envelope.ts';

/** '' where the page is not on the caller's machine. */
export function keyPageIn(url: string, lang: Lang): string {
  return url === '' ? '' : `${url}?lang=${lang}`;
}
