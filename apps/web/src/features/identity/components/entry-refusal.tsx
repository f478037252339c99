// What went wrong at one of the doors, above the button that led to it: a locked account counts down to when it opens,
// maintenance has a card that watches for its end, everything else is its sentence.
import * as codes from '@cormorant/contract/codes.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/client.ts';
import { ApiError } from '../../../lib/api/errors.ts';
import { spanText, useSecondsLeft } from '../../../lib/countdown.ts';
import { WalletError } from '../../../lib/wallet/wallet-error.ts';
import { Note } from '../../../ui/marks.tsx';
import { dayTime } from '../../../ui/times.ts';

const lockedCode = codes.account_locked;
const maintenanceCode = codes.login_maintenance;
const askAgainMs = 30_000;

export function EntryRefusal({ failure }: { failure: ApiError | WalletError | null }) {
  if (failure === null) return null;
  const until = failure instanceof ApiError ? failure.data['until'] : undefined;
  return (
    <div className="mb-3">
      {failure.code === maintenanceCode ? (
        <Maintenance />
      ) : failure.code === lockedCode && typeof until === 'number' ? (
        <Locked untilMs={until} />
      ) : failure instanceof WalletError ? (
        <WalletNote failure={failure} />
      ) : (
        <Note tone="danger" live>
          {failure.message}
        </Note>
      )}
    </div>
  );
}

function Locked({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(untilMs);
  if (seconds === 0) return <Note tone="info">{t('identity.lockedOver')}</Note>;
  // Spoken once; the figure that ticks is for the eye.
  return (
    <Note tone="danger" icon="lock" live>
      {t('identity.locked')} <span aria-hidden="true">{t('identity.lockedFor', { time: spanText(t, seconds) })}</span>
    </Note>
  );
}

function Maintenance() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['indexStatus'] as const,
    queryFn: ({ signal }) => call('indexStatus', undefined, { signal }),
    refetchInterval: askAgainMs,
  });
  if (data?.maintenance === 0) return <Note tone="info">{t('identity.maintenanceOver')}</Note>;
  return (
    <div className="maintenance" role="alert">
      <Note tone="warn" icon="shield">
        <b>{t('identity.maintenance')}</b>
        <br />
        {data?.message || t('identity.maintenanceText')}
        {data?.until === undefined ? null : ` ${t('identity.maintenanceUntil', { time: dayTime(data.until) })}`}
      </Note>
    </div>
  );
}

function helpFor({ code, step }: WalletError) {
  if (step === 'chain') return 'network';
  if (code === codes.wallet_not_connected) return 'locked';
  if (code === codes.wallet_connect_failed) return 'pending';
  if (code === codes.wallet_unsupported) return 'other';
  if (code === codes.nonce_failed) return 'nonce';
  return code === codes.user_cancelled ? 'refused' : null;
}

/** The catalogue's sentence, and under it what helps. */
function WalletNote({ failure }: { failure: WalletError }) {
  const { t } = useTranslation();
  const help = helpFor(failure);
  return (
    <Note tone="danger" live>
      {failure.message}
      {help === null ? null : <span className="block">{t(`identity.wallet.help.${help}`)}</span>}
    </Note>
  );
}
