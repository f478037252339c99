// About and the legal texts, each with its version and date: tabs above, at the left on wide screens. An unknown type
// leads to about.
import type { AboutType, LegalType } from '@cormorant/contract/calls/index-pages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { aboutTextQuery, legalTextQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { version } from '../../../lib/version.ts';
import { Tabs } from '../../../ui/choice.tsx';
import { Header } from '../../../ui/header.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';

const aboutTypes = ['about', 'contact', 'fees', 'security'] as const satisfies readonly AboutType[];
const legalTypes = ['terms', 'privacy', 'disclaimer', 'risk'] as const satisfies readonly LegalType[];
type PageType = AboutType | LegalType;

export function About() {
  const { t } = useTranslation();
  const { type } = useParams();
  const navigate = useNavigate();
  const back = useBack('/my');
  const about = aboutTypes.find((known) => known === type);
  const legal = legalTypes.find((known) => known === type);
  const page = about ?? legal;
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = page && tabs.current?.querySelector(`[role=tab]:nth-of-type(${position(page)})`);
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [page]);
  if (page === undefined) return <Navigate to="/about/about" replace />;
  const options = [
    ...aboutTypes.map((value) => ({ value, label: t(`settings.about.${value}`) })),
    ...legalTypes.map((value) => ({ value, label: t(`identity.legal.${value}`) })),
  ];
  return (
    <main className="screen screen--wide">
      <Header title={t('settings.about.title')} onBack={back} />
      <div ref={tabs} className="page sidetabs">
        <Tabs<PageType>
          label={t('settings.about.title')}
          options={options}
          value={page}
          onChange={(value) => void navigate(`/about/${value}`, { replace: true })}
        >
          <div className="card">
            {page === 'about' ? <Product /> : null}
            {about ? <AboutPage key={about} type={about} /> : legal ? <LegalPage key={legal} type={legal} /> : null}
          </div>
        </Tabs>
      </div>
    </main>
  );
}

/** Of a tab, from 1 on. */
function position(page: PageType): number {
  return [...aboutTypes, ...legalTypes].indexOf(page) + 1;
}

function Product() {
  const { t } = useTranslation();
  return (
    <div className="product">
      <Logo size={56} />
      <div>
        <p className="t-section">{t('brand')}</p>
        <p className="t-meta c3">{t('settings.about.version', { version })}</p>
      </div>
    </div>
  );
}

function AboutPage({ type }: { type: AboutType }) {
  const language = useTheme((entry) => entry.language);
  return <Text {...useQuery(aboutTextQuery(type, language))} />;
}

function LegalPage({ type }: { type: LegalType }) {
  const language = useTheme((entry) => entry.language);
  return <Text {...useQuery(legalTextQuery(type, language))} />;
}

interface TextProps {
  readonly data: Data<'indexAbout'> | Data<'indexPrivacy'> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

function Text({ data, error, isFetching, refetch }: TextProps) {
  const { t } = useTranslation();
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
