// The exchanges of this installation, and how my key set at each one stands.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exchangesQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { useVenueState } from '../../../lib/venue-health.ts';
import { Card } from '../../../ui/card.tsx';
import { Header } from '../../../ui/header.tsx';
import { Tag } from '../../../ui/marks.tsx';
import { Row } from '../../../ui/row.tsx';
import { Failed, SkeletonRows } from '../../../ui/states.tsx';
import { VenueTag } from '../../../ui/venue-tag.tsx';
import { keysQuery } from '../api/keys.ts';
import { ExchangeMark } from '../components/exchange-mark.tsx';
import { KeyTag } from '../components/key-tag.tsx';

export function Exchanges() {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const back = useBack('/my');
  const exchanges = useQuery(exchangesQuery(language));
  const keys = useQuery(keysQuery());
  const known = exchanges.data?.exchanges.filter(({ status }) => status !== 'off');
  const failed = [exchanges, keys].find(({ data, error }) => data === undefined && error !== null);
  return (
    <main className="screen">
      <Header title={t('keys.title')} onBack={back} />
      <div className="page">
        {failed ? (
          <Failed
            text={t('keys.loadFailed')}
            busy={exchanges.isFetching || keys.isFetching}
            onRetry={() => void Promise.all([exchanges.refetch(), keys.refetch()])}
          />
        ) : (
          <Card flush aria-busy={known === undefined || keys.data === undefined}>
            {known === undefined || keys.data === undefined ? (
              <SkeletonRows count={6} label={t('ui.loading')} />
            ) : (
              <div className="list list--inset">
                {known.map((exchange) => (
                  <ExchangeRow
                    key={exchange.code}
                    exchange={exchange}
                    keySet={keys.data.find((one) => one.exchange === exchange.code)}
                  />
                ))}
              </div>
            )}
          </Card>
        )}
        <p className="t-meta c3 text-center">{t('keys.note')}</p>
      </div>
    </main>
  );
}

function ExchangeRow({ exchange, keySet }: { exchange: Exchange; keySet: ExchangeKey | undefined }) {
  const { t } = useTranslation();
  const { code, futures, name, spot, trade } = exchange;
  const { health } = useVenueState(code);
  const markets = spot === 1 && futures === 1 ? 'both' : spot === 1 ? 'spot' : 'futures';
  return (
    <Row
      to={`/bind/${code}`}
      start={<ExchangeMark name={name} />}
      title={
        <span className="hstack">
          {name}
          <VenueTag health={health} />
        </span>
      }
      meta={`${t(`keys.markets.${markets}`)}${trade === 1 ? '' : ` · ${t('keys.noTrading')}`}`}
      end={
        keySet ? (
          <KeyTag keySet={keySet} />
        ) : code === 'local' ? (
          <Tag>{t('keys.builtIn')}</Tag>
        ) : (
          <span className="link link--p">{t('keys.bind')}</span>
        )
      }
    />
  );
}
