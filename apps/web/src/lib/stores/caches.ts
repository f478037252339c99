// Answers kept on the device for a while: the exchange list for 5 minutes, bot categories for 24 hours, both in the
// language they came in, an invite code from a link for 30 days. What is too old counts as absent.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { localStore } from '../../platform/browser.ts';
import { readEntry } from './persisted.ts';
import type { Language } from './theme.ts';

export const exchangesMs = 5 * 60_000;
export const botTypesMs = 24 * 3_600_000;
export const referrerMs = 30 * 24 * 3_600_000;

function fresh<Entry extends { at: number }>(key: string, maxAgeMs: number): Entry | null {
  const entry = readEntry(key) as Entry | null;
  if (typeof entry?.at !== 'number') return null;
  const ageMs = Date.now() - entry.at;
  return ageMs >= 0 && ageMs < maxAgeMs ? entry : null;
}

export interface ExchangeList {
  readonly exchanges: Exchange[];
  readonly ips: string[];
}

interface ExchangesEntry extends ExchangeList {
  readonly language: Language;
  readonly at: number;
}

export function cachedExchanges(language: Language): ExchangesEntry | null {
  const entry = fresh<ExchangesEntry>('exchanges', exchangesMs);
  return entry?.language === language && Array.isArray(entry.exchanges) ? entry : null;
}

export function keepExchanges(language: Language, { exchanges, ips }: ExchangeList): void {
  localStore.write('exchanges', JSON.stringify({ language, exchanges, ips, at: Date.now() }));
}

interface BotTypesEntry {
  zh?: BotType[];
  en?: BotType[];
  at: number;
}

export function cachedBotTypes(language: Language): { list: BotType[]; at: number } | null {
  const entry = fresh<BotTypesEntry>('botTypes', botTypesMs);
  const list = entry?.[language];
  return entry !== null && Array.isArray(list) ? { list, at: entry.at } : null;
}

/** The other language is kept only while its entry is fresh: both share one time. */
export function keepBotTypes(language: Language, list: BotType[]): void {
  const entry = fresh<BotTypesEntry>('botTypes', botTypesMs);
  localStore.write('botTypes', JSON.stringify({ ...entry, [language]: list, at: entry?.at ?? Date.now() }));
}

/** Their names are in the language they were asked in. */
export function forgetBotTypes(): void {
  localStore.remove('botTypes');
}

export function keepReferrer(code: string): void {
  localStore.write('ref', JSON.stringify({ code, at: Date.now() }));
}

export function forgetReferrer(): void {
  localStore.remove('ref');
}

export function cachedReferrer(): string {
  const code = fresh<{ code: string; at: number }>('ref', referrerMs)?.code;
  return typeof code === 'string' ? code : '';
}

/** Forgets what can be asked again; session, theme and the referrer stay. */
export function clearCaches(): void {
  localStore.remove('exchanges');
  forgetBotTypes();
}
