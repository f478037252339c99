// The last deposits with how each of them stands.
import type { Deposit } from '@cormorant/contract/entities/custody.ts';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../ui/card.tsx';
import { formatSigned } from '../../../ui/figures.ts';
import { Pill, type PillKind } from '../../../ui/marks.tsx';
import { Row } from '../../../ui/row.tsx';
import { dayTime } from '../../../ui/times.ts';
import { AllRecords } from './all-records.tsx';
import { ComparedAddress } from './compared-address.tsx';

const kinds: Readonly<Record<Deposit['status'], PillKind>> = {
  seen: 'waiting',
  confirming: 'running',
  credited: 'stopped',
  below_min: 'paused',
  orphaned: 'error',
};

export function DepositRecords({ records }: { readonly records: readonly Deposit[] }) {
  const { t } = useTranslation();
  if (records.length === 0) return null;
  return (
    <Card aria-label={t('custody.deposit.records')}>
      <CardHead title={t('custody.deposit.records')}>
        <AllRecords kind="deposit" />
      </CardHead>
      <div className="list">
        {records.map(({ id, amount, confirmations, created_at, from, network, required, similar, status }) => (
          <Row
            key={id}
            title={
              <span className="hstack">
                {formatSigned(amount)}
                <Pill kind={kinds[status]}>{t(`custody.status.${status}`)}</Pill>
              </span>
            }
            meta={
              <>
                {`${network} · ${confirmations}/${required}`}
                {similar === undefined ? null : (
                  <>
                    <span className="custody__why custody__warns">{t('custody.similar.sender')}</span>
                    <span className="custody__why">
                      <ComparedAddress address={from} other={similar[0] ?? from} />
                    </span>
                  </>
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
