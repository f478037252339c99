// A bound key set: masked, what it may do, how its last check ended, and the ways to replace or delete it.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { Note } from '../../../ui/marks.tsx';
import { dayTime } from '../../../ui/times.ts';
import { KeyTag } from './key-tag.tsx';
import { KeyRightsList } from './rights-list.tsx';

export interface KeyCardProps {
  readonly keySet: ExchangeKey;
  /** Null while the fields for a new key are open. */
  readonly onEdit: (() => void) | null;
  readonly onRemove: () => void;
}

export function KeyCard({ keySet, onEdit, onRemove }: KeyCardProps) {
  const { t } = useTranslation();
  const { checked_at, expires_at, ip_bound, key_mask, label, perm } = keySet;
  const rows: readonly (readonly [string, string])[] = [
    [t('keys.card.key'), key_mask],
    ...(label === '' ? [] : ([[t('keys.card.label'), label]] as const)),
    [t('keys.card.ip'), t(ip_bound === 1 ? 'keys.card.ipBound' : 'keys.card.ipFree')],
    [t('keys.card.checked'), dayTime(checked_at)],
    [t('keys.card.expires'), expires_at === null ? t('keys.card.never') : dayTime(expires_at)],
  ];
  return (
    <Card>
      <CardHead title={t('keys.card.title')}>
        <KeyTag keySet={keySet} />
      </CardHead>
      <dl className="keys__facts">
        {rows.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <KeyRightsList perm={perm} />
      <State keySet={keySet} />
      <div className="hstack mt-3">
        {onEdit === null ? null : (
          <Button className="fill" icon="edit" onClick={onEdit}>
            {t('keys.edit')}
          </Button>
        )}
        <Button className="fill" tone="danger-soft" icon="trash" onClick={onRemove}>
          {t('keys.remove')}
        </Button>
      </div>
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </>
  );
}

/** What a person should act on. */
function State({ keySet }: { keySet: ExchangeKey }) {
  const { t } = useTranslation();
  const { checked_at, ip_bound, last_error, perm, stale, status } = keySet;
  if (status === 'invalid' || status === 'expired') {
    return (
      <Note tone="danger">{last_error === '' ? t('keys.brokenOther') : t('keys.broken', { why: last_error })}</Note>
    );
  }
  if (stale === 1 || last_error !== '') {
    return (
      <Note tone="warn" icon="clock">
        {t('keys.staleText', { time: dayTime(checked_at) })}
      </Note>
    );
  }
  return (
    <div className="stack stack--s">
      {ip_bound === 1 ? null : <Note tone="warn">{t('keys.noIpText')}</Note>}
      {perm.transfer === 1 ? <Note tone="warn">{t('keys.transferText')}</Note> : null}
    </div>
  );
}
