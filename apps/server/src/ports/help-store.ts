// The articles of the help centre.

export type HelpLang = 'zh' | 'en';

export interface HelpText {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly content: string;
}

/** An article as a release brings it. */
export interface HelpSeed {
  readonly slug: string;
  readonly category: string;
  readonly sort: number;
  readonly version: number;
  readonly texts: Readonly<Record<HelpLang, HelpText>>;
}

/** An article as it is kept. */
export interface KeptHelp extends HelpSeed {
  /** By an operator, whose text it is until he gives it back. */
  readonly edited: boolean;
}

/** Articles as operators change them, in a transaction of theirs. */
export interface HelpRows {
  /** Held until the transaction ends. */
  take(slug: string): Promise<KeptHelp | null>;
  /** The whole article of that slug. */
  write(article: KeptHelp, nowMs: number): Promise<void>;
}

export interface HelpEntry {
  readonly id: number;
  readonly slug: string;
  readonly category: string;
  readonly sort: number;
  readonly title: string;
  readonly summary: string;
  readonly updatedAtMs: number;
}

export interface HelpArticle extends HelpEntry {
  readonly content: string;
}

export interface HelpStore {
  /** In their order. */
  list(lang: HelpLang): Promise<HelpEntry[]>;
  /** Null = there is none. */
  find(which: { readonly id: number } | { readonly slug: string }, lang: HelpLang): Promise<HelpArticle | null>;
  /** All of them, by category and place. */
  kept(): Promise<KeptHelp[]>;
  /**
   * Brings what is kept to what the release has, in one transaction: new articles are added, changed ones take their new
   * text, those that it has no more are removed. Never touched is what an operator has edited, or what came from files of
   * a higher version. Answers how many articles changed.
   */
  seed(seeds: readonly HelpSeed[], nowMs: number): Promise<number>;
}
