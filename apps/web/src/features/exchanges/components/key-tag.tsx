// How a key set stands, in one word.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../ui/marks.tsx';

const EXPIRING_MS = 7 * 24 * 3_600_000;

export function KeyTag({ keySet }: { keySet: ExchangeKey }) {
  const { t } = useTranslation();
  const { expires_at, stale, status } = keySet;
  if (status === 'invalid') return <Tag kind="w">{t('keys.invalid')}</Tag>;
  if (status === 'expired') return <Tag kind="w">{t('keys.expired')}</Tag>;
  if (status === 'checking') return <Tag>{t('keys.checking')}</Tag>;
  if (expires_at !== null && expires_at - Date.now() < EXPIRING_MS) return <Tag kind="w">{t('keys.expiring')}</Tag>;
  return stale === 1 ? <Tag kind="w">{t('keys.stale')}</Tag> : <Tag kind="p">{t('keys.bound')}</Tag>;
}
