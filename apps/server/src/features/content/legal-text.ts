// The shape of a legal text: title and Markdown in both languages.
import type { Lang } from '@cormorant/contract/envelope.ts';

export type LegalText = Readonly<Record<Lang, { readonly title: string; readonly content: string }>>;
