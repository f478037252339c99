// Languages: one lazy chunk each; the other language is loaded when it is chosen. Until a chunk is there nothing is shown.
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, useTheme } from '../lib/stores/theme.ts';

const chunks = {
  zh: () => import('../locales/zh.ts'),
  en: () => import('../locales/en.ts'),
} as const;

export const i18n = createInstance();

async function load(language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, 'translation')) return;
  const { words } = await chunks[language]();
  i18n.addResourceBundle(language, 'translation', words, true, true);
}

export async function startI18n(): Promise<void> {
  const { language } = useTheme.getState();
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await load(language);
  await i18n.changeLanguage(language);
  useTheme.subscribe((entry, before) => {
    if (entry.language !== before.language) void load(entry.language).then(() => i18n.changeLanguage(entry.language));
  });
}
