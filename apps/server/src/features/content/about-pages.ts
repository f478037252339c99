// The pages about the product in both languages, made of the settings in force.
import type { AboutType } from '@cormorant/contract/calls/index-pages.ts';
import type { Settings } from '../../ports/settings.ts';
import { about, contact } from './about-text.ts';
import { fees } from './fees-text.ts';
import type { LegalText } from './legal-text.ts';
import { security } from './security-text.ts';

export const aboutVersion = 1;
export const aboutUpdatedAtMs = Date.UTC(2026, 10, 21);

export const aboutPages: Readonly<Record<AboutType, (settings: Settings) => LegalText>> = {
  about: () => about,
  contact,
  fees,
  security,
};
