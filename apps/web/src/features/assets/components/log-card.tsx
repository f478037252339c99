// What changed an account, month by month, of all kinds or of one; more on scroll.
import { logKindsOf } from '@cormorant/contract/labels/account-logs.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Card } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { hiddenFigure } from '../../../ui/figure.tsx';
import { formatSigned, usdtDecimals } from '../../../ui/figures.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { InfiniteList } from '../../../ui/lists.tsx';
import { Row } from '../../../ui/row.tsx';
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx';
import { dayTime } from '../../../ui/times.ts';
import { accountLogsQuery } from '../api/account-logs.ts';
import { type AccountLog, chargeOf, type LogName, type LogType, monthsOf } from '../log-kinds.ts';

export interface LogCardProps {
  readonly name: LogName;
  /** The kind it opens with; all when it is none of this account's. */
  readonly first: string | null;
}

export function LogCard({ name, first }: LogCardProps) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const ofAccount = logKindsOf(name, language);
  const [kind, setKind] = useState<LogType | 'all'>(
    () => ofAccount.find(({ value }) => value === first)?.value ?? 'all',
  );
  const query = useInfiniteQuery(accountLogsQuery(name, kind));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.list), [query.data]);
  const kinds = [{ value: 'all' as const, label: t('assets.log.all') }, ...ofAccount];
  return (
    <Card aria-busy={query.isPending}>
      <Chips<LogType | 'all'> label={t('assets.log.kind')} options={kinds} value={kind} onChange={setKind} />
      {rows === undefined ? (
        query.error ? (
          <Failed
            text={(query.error as ApiError).message}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : (
          <SkeletonRows count={6} label={t('ui.loading')} />
        )
      ) : rows.length === 0 ? (
        <Empty art="search" text={t('assets.log.empty')} />
      ) : (
        <InfiniteList
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        >
          {monthsOf(rows, language, Date.now()).map(({ key, rows: own, title }) => (
            <section key={key} aria-label={title}>
              <h2 className="t-section mt-4">{title}</h2>
              <div className="list">
                {own.map((row) => (
                  <LogRow key={row.id} row={row} />
                ))}
              </div>
            </section>
          ))}
        </InfiniteList>
      )}
    </Card>
  );
}

const icons: Partial<Record<LogType, IconName>> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  withdraw_done: 'check',
  withdraw_fee: 'minus',
  withdraw_refund: 'refresh',
  transfer_out: 'send',
  transfer_in: 'send',
  share: 'percent',
  adjust: 'edit',
  fuel_use: 'fuel',
  owed_repay: 'fuel',
  fuel_bonus: 'points',
  self_rebate: 'percent',
  points_fuel: 'points',
  points_task: 'points',
  points_invite: 'invite',
};

function LogRow({ row }: { row: AccountLog }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const decimals = row.account === 'points' ? 2 : usdtDecimals(row.amount);
  const part = row.part === 'available' || row.part === 'points' ? '' : t(`assets.log.parts.${row.part}`);
  const charge = chargeOf(row);
  const opens = charge === null ? '' : t('assets.log.opens');
  const parts = (row.parts ?? []).map(
    ({ amount, type_name }) => `${type_name} ${hidden ? hiddenFigure : formatSigned(amount, decimals)}`,
  );
  const meta = [part, ...parts, row.remark, opens].filter((text) => text !== '').join(' · ');
  return (
    <Row
      start={
        <span className="logmark" aria-hidden="true">
          <Icon name={icons[row.type] ?? 'swap'} size="s" />
        </span>
      }
      title={row.type_name}
      {...(meta !== '' && { meta })}
      {...(charge !== null && { to: `/my/charge/${charge}` })}
      end={<span className="num">{hidden ? hiddenFigure : formatSigned(row.amount, decimals)}</span>}
      endMeta={<span className="num">{dayTime(row.created_at)}</span>}
    />
  );
}
