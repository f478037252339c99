// One service fee opened: the results, the mark it was counted from, where it was taken, who shared it. Its figures add up.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import { Card, CardHead } from '../../../ui/card.tsx';
import { Hero, KeyValues, Profit } from '../../../ui/figure.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { dayTime } from '../../../ui/times.ts';
import { chargeQuery } from '../api/team.ts';
import { TeamPage } from '../components/team-page.tsx';

export function Charge() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const charge = useQuery(chargeQuery(Number(id)));
  return (
    <TeamPage title={t('team.charge.title')} parent="/my">
      {charge.isError ? (
        <Failed text={charge.error.message} onRetry={() => void charge.refetch()} busy={charge.isFetching} />
      ) : charge.data === undefined ? (
        <Card aria-busy>
          <Skeleton height={220} />
        </Card>
      ) : (
        <Opened charge={charge.data} />
      )}
    </TeamPage>
  );
}

const plain = (value: string) => <span className="num">{formatTrimmed(value)}</span>;

function Opened({ charge }: { readonly charge: Data<'userFuelCharge'> }) {
  const { t } = useTranslation();
  const { results } = charge;
  const taken = [
    { label: t('team.charge.bonus'), amount: charge.from_bonus },
    { label: t('team.charge.paid'), amount: charge.from_paid },
    { label: t('team.charge.owed'), amount: charge.owed },
    { label: t('team.charge.waived'), amount: charge.waived },
  ].filter(({ amount }) => amount !== '0');
  return (
    <>
      {charge.reversed_at === undefined ? null : (
        <Note tone="info">{t('team.charge.reversed', { time: dayTime(charge.reversed_at) })}</Note>
      )}
      <Card>
        <p className="t-meta c2">
          <Link to={`/strategy/detail/${charge.bot_id}`}>{charge.bot_name}</Link>{' '}
          <span className="num">{dayTime(charge.created_at)}</span>
        </p>
        <Hero
          value={charge.amount}
          unit={t('team.charge.unit')}
          decimals={formatTrimmed(charge.amount).split('.')[1]?.length ?? 0}
        />
        <p className="t-meta c2">{t('team.charge.formula', { base: formatTrimmed(charge.base), rate: charge.rate })}</p>
      </Card>
      <Card>
        <CardHead title={t('team.charge.results', { count: results.count })} />
        <KeyValues
          rows={[
            { label: t('team.charge.gross'), value: plain(results.gross) },
            { label: t('team.charge.fee'), value: plain(results.fee === '0' ? '0' : `-${results.fee}`) },
            { label: t('team.charge.funding'), value: plain(results.funding) },
            { label: t('team.charge.net'), value: <Profit value={results.profit} />, total: true },
          ]}
        />
      </Card>
      <Card>
        <CardHead title={t('team.charge.mark')} />
        <KeyValues
          rows={[
            { label: t('team.charge.before'), value: plain(charge.total_before) },
            { label: t('team.charge.after'), value: plain(charge.total_after) },
            { label: t('team.charge.high'), value: plain(charge.high_before) },
            { label: t('team.charge.base'), value: plain(charge.base), total: true },
          ]}
        />
        <p className="t-meta c2 mt-2">{t('team.charge.markNote')}</p>
      </Card>
      <Card>
        <CardHead title={t('team.charge.taken')} />
        <KeyValues rows={taken.map(({ amount, label }) => ({ label, value: plain(amount) }))} />
      </Card>
      {charge.shares.length === 0 ? null : (
        <Card>
          <CardHead title={t('team.charge.shares')} />
          <KeyValues
            rows={charge.shares.map((share) => ({
              label: t(share.kind === 'self' ? 'team.charge.self' : 'team.charge.level', { ...share }),
              value: plain(share.amount),
            }))}
          />
          <p className="t-meta c2 mt-2">{t('team.charge.sharesNote')}</p>
        </Card>
      )}
    </>
  );
}
