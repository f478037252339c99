// Six markets with live prices: the answer gives the first figures, pushed quotes replace them while the rows are shown.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { symbolsQuery } from '../../../lib/queries.ts';
import { useTicker } from '../../../lib/socket/live.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Card, Section } from '../../../ui/card.tsx';
import { Figure, ProfitRate } from '../../../ui/figure.tsx';
import { formatCompact, formatPrice, signOf } from '../../../ui/figures.ts';
import { Coin, Tag } from '../../../ui/marks.tsx';
import { Sparkline } from '../../../ui/pictures.tsx';
import { Row } from '../../../ui/row.tsx';
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx';

type MarketSymbol = Data<'marketSymbols'>['list'][number];
const shownMarkets = 6;

export function HotMarket() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(symbolsQuery('local'));
  const list = data ? [...data.list].sort((a, b) => b.hot - a.hot).slice(0, shownMarkets) : [];
  const simulated = list.some((symbol) => symbol.simulated === 1);
  return (
    <Section title={t('home.market')} end={simulated ? <Tag kind="sim">{t('simulatedMarket')}</Tag> : null}>
      <Card flush>
        {data ? (
          list.length === 0 ? (
            <Empty art="search" text={t('home.noMarket')} />
          ) : (
            <div className="list list--inset">
              {list.map((symbol) => (
                <MarketRow key={symbol.id} symbol={symbol} />
              ))}
            </div>
          )
        ) : error ? (
          <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonRows count={shownMarkets} label={t('ui.loading')} />
        )}
      </Card>
    </Section>
  );
}

function MarketRow({ symbol }: { symbol: MarketSymbol }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const quote = useTicker(symbol.exchange, symbol.market, symbol.symbol);
  const last = quote?.last ?? symbol.last;
  const change = quote?.change_24h ?? symbol.change_24h;
  return (
    <Row
      to={`/strategy/martin/${symbol.exchange}/grid-${symbol.market}?symbol=${encodeURIComponent(symbol.symbol)}`}
      start={<Coin code={symbol.base} />}
      title={
        <>
          {symbol.base}
          <span className="quote">/{symbol.quote}</span>
        </>
      }
      meta={<span className="num">{t('home.volume', { amount: formatCompact(symbol.volume_24h, language) })}</span>}
      middle={
        <Sparkline points={(symbol.history ?? []).map(Number)} width={64} height={28} direction={signOf(change)} />
      }
      end={<Figure text={formatPrice(last, symbol.tick)} value={last} />}
      endMeta={<ProfitRate value={change} />}
    />
  );
}
