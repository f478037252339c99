// The few words that parts of the kit speak by themselves. The app provides them once, so the kit knows no language.
import { createContext, type ReactNode, useContext } from 'react';

export interface UiWords {
  readonly close: string;
  readonly retry: string;
  readonly loading: string;
  readonly noMore: string;
  readonly back: string;
  readonly increase: string;
  readonly decrease: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly pullToRefresh: string;
  readonly releaseToRefresh: string;
  readonly loadFailed: string;
  /** What stands in a box for a number is none. */
  readonly noNumber: string;
}

const Words = createContext<UiWords | null>(null);

export function UiWordsProvider({ words, children }: { words: UiWords; children: ReactNode }) {
  return <Words value={words}>{children}</Words>;
}

export function useUiWords(): UiWords {
  const words = useContext(Words);
  if (words === null) throw new Error('UiWordsProvider is missing');
  return words;
}
