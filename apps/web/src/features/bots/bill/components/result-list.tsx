// The results of the bill, newest first, each with what it is made of; more on scroll.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Profit } from '../../../../ui/figure.tsx';
import { formatSigned, formatTrimmed } from '../../../../ui/figures.ts';
import { InfiniteList } from '../../../../ui/lists.tsx';
import { Tag } from '../../../../ui/marks.tsx';
import { Row } from '../../../../ui/row.tsx';
import { Empty, Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { dayTime } from '../../../../ui/times.ts';
import type { BillPage, BillResult } from '../api/bill.ts';
import { ResultSheet } from './result-sheet.tsx';

export function ResultList({ query }: { query: UseInfiniteQueryResult<{ pages: BillPage[] }> }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const [shown, setShown] = useState<BillResult | null>(null);
  const [open, setOpen] = useState(false);
  if (!query.data)
    return query.error ? (
      <Failed text={(query.error as ApiError).message} onRetry={() => void query.refetch()} busy={query.isFetching} />
    ) : (
      <SkeletonRows count={6} label={t('ui.loading')} />
    );
  const seen = new Set<number>();
  const rows = query.data.pages.flatMap((page) => page.list).filter(({ id }) => !seen.has(id) && seen.add(id));
  if (rows.length === 0)
    return <Empty art="search" text={t('records.bill.empty')} detail={t('records.bill.emptyDetail')} />;
  return (
    <InfiniteList
      hasMore={query.hasNextPage}
      loading={query.isFetchingNextPage}
      failed={query.isFetchNextPageError}
      onMore={() => void query.fetchNextPage()}
    >
      <div className="list list--inset">
        {rows.map((row) => (
          <Row
            key={row.id}
            title={
              <>
                {row.symbol}
                <Tag>{t(`records.bill.purpose.${row.purpose}`)}</Tag>
              </>
            }
            meta={`${dayTime(row.settled_at)} · ${row.bot_name}`}
            end={<Profit value={row.profit} decimals={4} hidden={hidden} />}
            endMeta={hidden ? '' : parts(row)}
            onPress={() => {
              setShown(row);
              setOpen(true);
            }}
          />
        ))}
      </div>
      <ResultSheet result={shown} open={open} onClose={() => setOpen(false)} />
    </InfiniteList>
  );
}

/** 0.83 − 0.08, and funding where there was some. */
function parts({ gross, fee, funding }: BillResult): string {
  const paid = Number(funding) === 0 ? '' : ` ${formatSigned(funding, 4)}`;
  return `${formatSigned(gross, 4)} \u2212 ${formatTrimmed(fee, 4)}${paid}`;
}
