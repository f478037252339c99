// The last look before money leaves: what arrives, where, and six boxes for the payment password. With the sixth digit it
// is sent; a wrong one clears the boxes and says how many are left.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CodeBoxes } from '../../../ui/code-boxes.tsx';
import { Hero, KeyValues } from '../../../ui/figure.tsx';
import { formatUsdt } from '../../../ui/figures.ts';
import { Sheet } from '../../../ui/overlays.tsx';
import { ShownAddress } from './shown-address.tsx';

export interface PaySheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
  readonly fee: string;
  readonly receive: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** With the sixth digit; the boxes are empty again afterwards. */
  readonly onPay: (payment: string) => void;
}

export function PaySheet({ open, onClose, network, address, amount, fee, receive, busy, error, onPay }: PaySheetProps) {
  const { t } = useTranslation();
  const [digits, setDigits] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // It is drawn later than it is opened, and again after a wrong password.
  useEffect(() => {
    if (!open) setDigits('');
    else if (!busy) requestAnimationFrame(() => input.current?.focus());
  }, [open, busy]);
  return (
    <Sheet open={open} onClose={onClose} title={t('custody.withdraw.enter')}>
      <div className="stack">
        <div className="custody__sum">
          <span className="t-meta c3">{t('custody.withdraw.receive')}</span>
          <Hero value={receive} unit="USDT" />
          <span className="t-meta c2">
            {t('custody.withdraw.less', { amount: formatUsdt(amount), fee: formatUsdt(fee) })}
          </span>
        </div>
        <div className="custody__facts">
          <KeyValues
            rows={[
              { label: t('custody.network'), value: network },
              { label: t('custody.address'), value: <ShownAddress address={address} /> },
            ]}
          />
        </div>
        <CodeBoxes
          ref={input}
          label={t('custody.withdraw.payment')}
          masked
          value={digits}
          onValue={setDigits}
          onFull={(all) => {
            setDigits('');
            onPay(all);
          }}
          disabled={busy}
          help={t('custody.withdraw.locks')}
          error={error}
          hint={
            <Link className="link link--p" to="/my/password/payment">
              {t('custody.withdraw.forgot')}
            </Link>
          }
        />
      </div>
    </Sheet>
  );
}
