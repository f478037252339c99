// My bots in short: how many run, pause and stand, and the first three with where the price is in their grid.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { botListQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { pillOf } from '../../../ui/bot-status.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { Profit, ProfitRate } from '../../../ui/figure.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Coin, Pill, Tag } from '../../../ui/marks.tsx';
import { Gauge, ShareBar } from '../../../ui/pictures.tsx';
import { Empty, Failed, Skeleton, SkeletonRows } from '../../../ui/states.tsx';

type Bot = Data<'botList'>['list'][number];
const shownBots = 3;

export function MyBots() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(botListQuery());
  const link = data && data.list.length > 0 && (
    <Link className="link" to="/strategy">
      {t('home.allBots', { count: data.list.length })}
      <Icon name="right" size="xs" />
    </Link>
  );
  return (
    <Section title={t('home.bots')} end={link || null}>
      {data ? (
        <Bots bots={data.list} />
      ) : error ? (
        <Card>
          <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
        </Card>
      ) : (
        <Card flush>
          <div className="botshares">
            <Skeleton width="60%" height={20} />
          </div>
          <SkeletonRows count={3} label={t('ui.loading')} />
        </Card>
      )}
    </Section>
  );
}

function Bots({ bots }: { bots: readonly Bot[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (bots.length === 0) {
    return (
      <Card>
        <Empty
          text={t('home.noBots')}
          action={
            <Button tone="primary" onClick={() => void navigate('/strategy')}>
              {t('home.createFirst')}
            </Button>
          }
        />
      </Card>
    );
  }
  const count = (status: Bot['status']) => bots.filter((bot) => bot.status === status).length;
  return (
    <Card flush>
      <div className="botshares">
        <ShareBar
          legend
          parts={[
            { label: t('home.running', { count: count('running') }), share: count('running'), tint: '' },
            { label: t('home.paused', { count: count('paused') }), share: count('paused'), tint: 'w' },
            { label: t('home.stopped', { count: count('stopped') }), share: count('stopped'), tint: 'n' },
          ]}
        />
      </div>
      <div className="list list--inset">
        {bots.slice(0, shownBots).map((bot) => (
          <BotRow key={bot.id} bot={bot} />
        ))}
      </div>
    </Card>
  );
}

function BotRow({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { price } = bot;
  const pill = pillOf(bot.status, bot.phase);
  const lower = decimalParam(bot, 'lower');
  const upper = decimalParam(bot, 'upper');
  return (
    <Link className="row block" to={`/strategy/detail/${bot.id}`}>
      <div className="hstack" style={{ gap: 12 }}>
        <Coin code={bot.symbol.split('/')[0] ?? ''} />
        <div className="row__body">
          <div className="row__title">
            {bot.symbol}
            {bot.simulated_market || bot.simulate ? <Tag kind="sim">{t('simulated')}</Tag> : null}
          </div>
          <div className="row__meta">
            {bot.type_name} · {bot.exchange_name}
          </div>
        </div>
        <div className="row__end">
          <div className="t-row">
            <Profit value={bot.total_profit} hidden={hidden} />
          </div>
          <div className="t-meta">
            {pill === 'running' ? (
              <ProfitRate value={bot.total_rate} />
            ) : (
              <Pill kind={pill}>{t(`home.status.${pill}`)}</Pill>
            )}
          </div>
        </div>
      </div>
      {bot.type === 'grid' && bot.status === 'running' && lower !== null && upper !== null ? (
        <div className="pt-2">
          <Gauge
            low={Number(lower)}
            high={Number(upper)}
            at={price === null ? null : Number(price)}
            cells={bot.grid_levels ?? 20}
            lowText={formatTrimmed(lower)}
            atText={t('home.price', { price: formatTrimmed(price) })}
            highText={formatTrimmed(upper)}
          />
        </div>
      ) : null}
    </Link>
  );
}

function decimalParam(bot: Bot, key: string): string | null {
  const value = bot.params[key];
  return typeof value === 'string' && value !== '' ? value : null;
}
