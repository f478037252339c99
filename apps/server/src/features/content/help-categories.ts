// The categories of the help centre in their order.
import type { Lang } from '@cormorant/contract/envelope.ts';

interface HelpCategory {
  readonly code: string;
  readonly name: Readonly<Record<Lang, string>>;
}

export const helpCategories: readonly HelpCategory[] = [
  { code: 'start', name: { zh: '新手', en: 'Getting started' } },
  { code: 'keys', name: { zh: '密钥', en: 'Exchange keys' } },
  { code: 'bots', name: { zh: '策略', en: 'Strategies' } },
  { code: 'money', name: { zh: '资产', en: 'Money' } },
  { code: 'team', name: { zh: '团队', en: 'Team' } },
  { code: 'safety', name: { zh: '安全', en: 'Safety' } },
  { code: 'reasons', name: { zh: '错误与原因', en: 'Errors and reasons' } },
];
