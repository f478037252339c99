// The question before money goes to an address that begins and ends like a known one: both in full, what differs marked.
import type { SimilarAddress } from '@cormorant/contract/entities/custody.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/marks.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { dayOf } from '../../../ui/times.ts';
import { ComparedAddress } from './compared-address.tsx';

interface SimilarSheetProps {
  readonly address: string;
  /** None = nothing is asked. */
  readonly similar: readonly SimilarAddress[];
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: () => void;
  /** Without an address when nothing is to be sent. */
  readonly onReject: (known?: string) => void;
}

export function SimilarSheet({ address, similar, busy, error, onConfirm, onReject }: SimilarSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      open={similar.length > 0}
      onClose={() => onReject()}
      title={t('custody.similar.title')}
      foot={
        <div className="stack custody__choices">
          <Button tone="primary" block disabled={busy} onClick={() => onReject()}>
            {t('custody.similar.back')}
          </Button>
          <Button tone="danger" block busy={busy} onClick={onConfirm}>
            {t('custody.similar.confirm')}
          </Button>
        </div>
      }
    >
      <div className="stack">
        <Note tone="danger" live>
          {error ?? t('custody.similar.text')}
        </Note>
        <div>
          <p className="t-meta c2">{t('custody.similar.typed')}</p>
          <ComparedAddress address={address} other={similar[0]?.address ?? address} />
        </div>
        {similar.map((one) => (
          <div key={`${one.source} ${one.address}`}>
            <p className="t-meta c2">
              {[
                t(`custody.similar.source.${one.source}`),
                one.label,
                one.last_used_at === undefined ? '' : t('custody.similar.used', { day: dayOf(one.last_used_at) }),
              ]
                .filter((text) => text !== '')
                .join(' · ')}
            </p>
            <ComparedAddress address={one.address} other={address} />
            {one.source === 'deposit' ? null : (
              <p>
                <button type="button" className="link link--p" disabled={busy} onClick={() => onReject(one.address)}>
                  {t('custody.similar.use')}
                </button>
              </p>
            )}
          </div>
        ))}
      </div>
    </Sheet>
  );
}
