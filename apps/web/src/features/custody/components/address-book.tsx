// Addresses that were withdrawn to before; one is taken with a touch.
import type { KnownAddress } from '@cormorant/contract/entities/custody.ts';
import { useTranslation } from 'react-i18next';
import { shortAddress } from '../../../lib/wallet/wallet.ts';
import { Sheet } from '../../../ui/overlays.tsx';
import { Row } from '../../../ui/row.tsx';
import { Empty } from '../../../ui/states.tsx';
import { dayOf } from '../../../ui/times.ts';

interface AddressBookProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly addresses: readonly KnownAddress[];
  readonly onChoose: (address: string) => void;
}

export function AddressBook({ open, onClose, addresses, onChoose }: AddressBookProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('custody.book.title')}>
      {addresses.length === 0 ? (
        <Empty art="search" text={t('custody.book.empty')} />
      ) : (
        <div className="list">
          {addresses.map(({ address, label, last_used_at, similar }) => (
            <Row
              key={address}
              title={label === '' ? shortAddress(address) : label}
              meta={
                <>
                  <span className="custody__mono">{address}</span>
                  {similar === undefined ? null : (
                    <span className="custody__why custody__warns">{t('custody.similar.mark')}</span>
                  )}
                </>
              }
              endMeta={dayOf(last_used_at)}
              onPress={() => onChoose(address)}
            />
          ))}
        </div>
      )}
    </Sheet>
  );
}
