// The bot categories that can be created today, each with its risk, leading to its editor.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { botTypesQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Card, Section } from '../../../ui/card.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { RiskDots } from '../../../ui/marks.tsx';
import { Empty, Failed, Skeleton } from '../../../ui/states.tsx';

const icons = {
  grid: 'grid',
  martin: 'ladder',
  dca: 'dca',
  arbitrage: 'arb',
  custom: 'code',
  ai: 'ai',
} as const satisfies Record<string, IconName>;

/** As many as are offered: what stands below moves no further than it must when they come. */
const usualTypes = 8;

export function Categories() {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { data, error, isFetching, refetch } = useQuery(botTypesQuery(language));
  if (data === undefined) {
    return (
      <Section title={t('home.types')}>
        {error ? (
          <Card>
            <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
          </Card>
        ) : (
          <div className="family" role="status" aria-label={t('ui.loading')}>
            {Array.from({ length: usualTypes }, (_, index) => (
              <div key={`type-${index}`} className="card family__card">
                <Skeleton width={36} height={36} />
                <Skeleton width="50%" height={18} />
                <Skeleton width="86%" />
                <Skeleton width="40%" height={12} />
              </div>
            ))}
          </div>
        )}
      </Section>
    );
  }
  const types = data.list.filter((type) => type.enabled === 1).sort((a, b) => a.sort - b.sort);
  return (
    <Section title={t('home.types')}>
      {types.length === 0 ? (
        <Card>
          <Empty art="search" text={t('home.noTypes')} />
        </Card>
      ) : (
        <div className="family">
          {types.map((type) => (
            <Link
              key={type.id}
              className="card card--press family__card"
              to={`/strategy/${type.editor}/local/${type.code}`}
            >
              <div className="between">
                <span className="family__icon">
                  <Icon name={icons[type.type]} />
                </span>
                <RiskDots level={type.risk} label={t('risk')} />
              </div>
              <div>
                <div className="t-row">{type.name}</div>
                <div className="t-meta c3">{type.desc}</div>
              </div>
              <div className="t-tag c2">≥ {type.min_investment} USDT</div>
            </Link>
          ))}
        </div>
      )}
    </Section>
  );
}
