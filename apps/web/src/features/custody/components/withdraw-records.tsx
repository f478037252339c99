// The last withdrawals with how each of them stands, and why one was given back.
import type { Withdrawal } from '@cormorant/contract/entities/custody.ts';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../ui/card.tsx';
import { formatUsdt } from '../../../ui/figures.ts';
import { Pill, type PillKind } from '../../../ui/marks.tsx';
import { Row } from '../../../ui/row.tsx';
import { dayTime } from '../../../ui/times.ts';
import { AllRecords } from './all-records.tsx';
import { ExplorerLink } from './explorer-link.tsx';

export const withdrawKinds: Readonly<Record<Withdrawal['status'], PillKind>> = {
  submitted: 'waiting',
  reviewing: 'waiting',
  approved: 'running',
  signed: 'running',
  broadcast: 'running',
  confirmed: 'stopped',
  cancelled: 'stopped',
  rejected: 'error',
  failed: 'error',
};

export function WithdrawRecords({ records }: { readonly records: readonly Withdrawal[] }) {
  const { t } = useTranslation();
  if (records.length === 0) return null;
  return (
    <Card aria-label={t('custody.withdraw.records')}>
      <CardHead title={t('custody.withdraw.records')}>
        <AllRecords kind="withdraw" />
      </CardHead>
      <div className="list">
        {records.map(({ id, address, amount, created_at, explorer, reason = '', sn, status, txid }) => (
          <Row
            key={id}
            title={
              <span className="hstack">
                {formatUsdt(amount)}
                <Pill kind={withdrawKinds[status]}>{t(`custody.withdraw.state.${status}`)}</Pill>
              </span>
            }
            meta={
              <>
                {sn}
                <span className="custody__why custody__mono">{address}</span>
                {status === 'rejected' || status === 'cancelled' ? (
                  <span className="custody__why">{reason}</span>
                ) : null}
                {txid === undefined ? null : (
                  <span className="custody__why">
                    <ExplorerLink explorer={explorer} txid={txid} />
                  </span>
                )}
              </>
            }
            endMeta={dayTime(created_at)}
          />
        ))}
      </div>
    </Card>
  );
}
