// About and the legal texts: what the product is, its version, and the four texts with their version and date. An unknown
// type leads to about.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { legalTextQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Tabs } from '../../../ui/choice.tsx';
import { Header } from '../../../ui/header.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { version } from '../../../lib/version.ts';

const legalTypes = ['terms', 'privacy', 'disclaimer', 'risk'] as const;
const types = ['about', ...legalTypes] as const;
type PageType = (typeof types)[number];

export function About() {
  const { t } = useTranslation();
  const { type } = useParams();
  const navigate = useNavigate();
  const back = useBack('/my');
  const page = types.find((known) => known === type);
  if (page === undefined) return <Navigate to="/about/about" replace />;
  const options = types.map((value) => ({
    value,
    label: value === 'about' ? t('my.aboutPage.about') : t(`identity.legal.${value}`),
  }));
  return (
    <main className="screen">
      <Header title={t('my.aboutPage.title')} onBack={back} />
      <div className="page">
        <Tabs<PageType>
          label={t('my.aboutPage.title')}
          options={options}
          value={page}
          onChange={(value) => void navigate(`/about/${value}`, { replace: true })}
        >
          <div className="card mt-3">{page === 'about' ? <Product /> : <LegalPage type={page} />}</div>
        </Tabs>
      </div>
    </main>
  );
}

function Product() {
  const { t } = useTranslation();
  return (
    <div className="empty">
      <Logo size={72} />
      <div>
        <h2 className="t-section text-text">{t('brand')}</h2>
        <p className="t-meta c3 mt-1">{t('my.aboutPage.version', { version })}</p>
      </div>
      <p>{t('my.aboutPage.intro')}</p>
      <p className="riskline">{t('riskLine')}</p>
    </div>
  );
}

function LegalPage({ type }: { type: (typeof legalTypes)[number] }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { data, error, isFetching, refetch } = useQuery(legalTextQuery(type, language));
  if (data) {
    return (
      <article>
        <h2 className="t-section">{data.title}</h2>
        <p className="t-meta c3 mt-1 mb-3">
          {t('identity.legalVersion', {
            version: data.version,
            date: new Date(data.updated_at).toLocaleDateString('sv'),
          })}
        </p>
        <Prose text={data.content} />
      </article>
    );
  }
  if (error) return <Failed text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <div className="stack" role="status" aria-label={t('ui.loading')}>
      <Skeleton width="40%" height={20} />
      {[96, 88, 100, 72, 94, 80].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
