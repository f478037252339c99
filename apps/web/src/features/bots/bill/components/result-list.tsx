// The results of the bill, newest first, each with what it is made of; more on scroll.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Profit } from '../../../../ui/figure.tsx';
import { addDecimals, formatDecimal, formatSigned } from '../../../../ui/figures.ts';
import { InfiniteList } from '../../../../ui/lists.tsx';
import { Tag } from '../../../../ui/marks.tsx';
import { Row } from '../../../../ui/row.tsx';
import { Empty, Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { dayTime } from '../../../../ui/times.ts';
import type { BillPage, BillResult } from '../api/bill.ts';
import { pairAt } from '../pair-at.ts';
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
        {rows.flatMap((row, at) => [
          <PairHead key={`pair-${row.id}`} rows={pairAt(rows, at)} hidden={hidden} />,
          <Row
            key={row.id}
            title={
              <>
                {row.symbol}
                {row.type === 'arbitrage' ? <Tag>{t(`legs.market.${row.market}`)}</Tag> : null}
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
          />,
        ])}
      </div>
      <ResultSheet result={shown} open={open} onClose={() => setOpen(false)} />
    </InfiniteList>
  );
}

/** What the legs of one result come to together, above the first of them; their order in the list keeps them together. */
function PairHead({ rows, hidden }: { rows: readonly BillResult[]; hidden: boolean }) {
  const { t } = useTranslation();
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <div className="between pairhead">
      <span className="t-meta c3">{t('legs.bill.pair', { pair: first.pair_id, count: rows.length })}</span>
      <b className="t-meta">
        <Profit value={addDecimals(rows.map(({ profit }) => profit))} decimals={4} hidden={hidden} />
      </b>
    </div>
  );
}

/** 0.83 − 0.08, and funding where there was some. */
function parts({ gross, fee, funding }: BillResult): string {
  const paid = Number(funding) === 0 ? '' : ` ${formatSigned(funding, 4)}`;
  return `${formatSigned(gross, 4)} \u2212 ${formatDecimal(fee, 4)}${paid}`;
}
