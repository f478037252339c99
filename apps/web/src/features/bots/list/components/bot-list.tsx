// The list of bots with its states: loading in the boxes of cards, the first-bot card, a failure with the last list kept
// grey, nothing under this filter.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { botListQuery } from '../../../../lib/queries.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { useGrowing } from '../../../../ui/growing.ts';
import { Note } from '../../../../ui/marks.tsx';
import { Empty, Failed, Skeleton } from '../../../../ui/states.tsx';
import { clockTime } from '../../../../ui/times.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { type BotFilter, countElsewhere, filterBots, noFilter } from '../bot-filter.ts';
import { BotItem } from './bot-item.tsx';

/** Pushes bring fills at once; open profit follows the price this often. */
const askEveryMs = 5_000;
/** As many as the first sight of a list shows, and as many more as take no long time. */
const firstCards = 4;
const firstRows = 12;
const stepDrawn = 4;

const none: readonly never[] = [];

export interface BotListProps {
  readonly filter: BotFilter;
  readonly onFilter: (filter: BotFilter) => void;
  readonly operations: Operations;
  /** Rows for the pane of a wide screen, with the chosen bot; cards when absent. */
  readonly pane?: { readonly chosen: number | null };
}

export function BotList({ filter, onFilter, operations, pane }: BotListProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...botListQuery(),
    refetchInterval: askEveryMs,
  });
  const again = () => void refetch();
  const shown = data ? filterBots(data.list, filter) : none;
  const count = useGrowing(shown.length, pane ? firstRows : firstCards, stepDrawn);
  if (!data) {
    if (!error) return <Loading rows={pane !== undefined} />;
    return (
      <Card>
        <Failed text={(error as ApiError).message} detail={t('notStopped')} onRetry={again} busy={isFetching} />
      </Card>
    );
  }
  if (data.list.length === 0) return <FirstBot />;
  const elsewhere = countElsewhere(data.list, filter);
  const other = filter.market === 'spot' ? 'futures' : 'spot';
  const stale = error !== null || !online;
  return (
    <>
      {error ? (
        <Note tone="warn" live action={{ label: t('action.retry'), onPress: again, busy: isFetching }}>
          {t('stale', { time: clockTime(dataUpdatedAt) })}
        </Note>
      ) : null}
      {shown.length === 0 ? (
        <Card>
          <Empty
            art="search"
            text={t('bots.list.noneHere')}
            action={<Button onClick={() => onFilter(noFilter)}>{t('bots.list.showAll')}</Button>}
          />
        </Card>
      ) : (
        <ul className={cx('stack', stale && 'stale')}>
          {shown.map((bot, at) => (
            <BotItem
              key={bot.id}
              bot={bot}
              operations={operations}
              chosen={pane ? bot.id === pane.chosen : null}
              drawn={at < count}
            />
          ))}
        </ul>
      )}
      {elsewhere === 0 ? null : (
        <Note action={{ label: t('bots.list.showThem'), onPress: () => onFilter({ ...filter, market: 'all' }) }}>
          {t('bots.list.elsewhere', { count: elsewhere, market: t(`bots.list.markets.${other}`) })}
        </Note>
      )}
    </>
  );
}

function FirstBot() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Card>
      <Empty
        text={t('bots.list.empty')}
        detail={t('bots.list.emptyDetail')}
        action={
          <Button tone="primary" icon="plus" onClick={() => void navigate('/strategy/martin')}>
            {t('bots.list.createFirst')}
          </Button>
        }
      />
    </Card>
  );
}

function Loading({ rows }: { rows: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="stack" role="status" aria-label={t('ui.loading')}>
      {[0, 1, 2].map((at) => (
        <section key={at} className="card stack" style={{ height: rows ? 76 : 237 }} aria-hidden="true">
          <div className="hstack" style={{ gap: 12 }}>
            <Skeleton width={36} height={36} round />
            <div className="row__body stack stack--s">
              <Skeleton width="40%" />
              <Skeleton width="58%" height={10} />
            </div>
          </div>
          {rows ? null : (
            <>
              <Skeleton width="80%" height={36} />
              <Skeleton height={6} />
            </>
          )}
        </section>
      ))}
    </div>
  );
}
