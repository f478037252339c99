// The legal texts in both languages and their version. A changed meaning raises the version, which asks people to agree
// again; a corrected typo does not.
import type { LegalType } from '@cormorant/contract/calls/index-pages.ts';
import { disclaimer } from './disclaimer.ts';
import type { LegalText } from './legal-text.ts';
import { privacy } from './privacy.ts';
import { risk } from './risk.ts';
import { terms } from './terms.ts';

/** Of all texts together: agreeing to one version agrees to each of them. */
export const termsVersion = 2;
export const termsUpdatedAtMs = Date.UTC(2026, 10, 21);

export const legalTexts: Readonly<Record<LegalType, LegalText>> = { terms, privacy, disclaimer, risk };
