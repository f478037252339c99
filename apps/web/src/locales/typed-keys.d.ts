// Makes every key of t() checked by the compiler against the Chinese words, the first language.
import 'i18next';
import type { words } from './zh.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof words };
  }
}
