// The names of the three texts one agrees to, each a press away from the text itself.
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { legalTextQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';

const texts = ['terms', 'privacy', 'disclaimer'] as const;
type LegalText = (typeof texts)[number];

export function LegalLinks() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<LegalText | null>(null);
  return (
    <>
      {texts.map((text, index) => (
        <Fragment key={text}>
          {index > 0 ? t('identity.legalSeparator') : null}
          <button type="button" className="inline-link agreement__link" onClick={() => setShown(text)}>
            {t('identity.legalLink', { name: t(`identity.legal.${text}`) })}
          </button>
        </Fragment>
      ))}
      <LegalSheet type={shown} onClose={() => setShown(null)} />
    </>
  );
}

function LegalSheet({ type, onClose }: { type: LegalText | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [last, setLast] = useState<LegalText>('terms');
  if (type !== null && type !== last) setLast(type);
  const name = t(`identity.legal.${last}`);
  return (
    <Sheet
      open={type !== null}
      onClose={onClose}
      title={name}
      foot={
        <Button tone="primary" onClick={onClose}>
          {t('action.gotIt')}
        </Button>
      }
    >
      <LegalBody type={last} />
    </Sheet>
  );
}

function LegalBody({ type }: { type: LegalText }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { data, error, isFetching, refetch } = useQuery(legalTextQuery(type, language));
  if (data) {
    return (
      <>
        <p className="t-meta c3 mb-3">
          {t('identity.legalVersion', {
            version: data.version,
            date: new Date(data.updated_at).toLocaleDateString('sv'),
          })}
        </p>
        <Prose text={data.content} />
      </>
    );
  }
  if (error) return <Failed text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <div className="stack" role="status" aria-label={t('ui.loading')}>
      {[90, 100, 84, 96, 60, 92, 78].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
