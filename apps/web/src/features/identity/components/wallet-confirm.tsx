// Before the wallet opens: what it will ask and what it will not, agreed or disagreed.
import { useTranslation } from 'react-i18next';
import { shortAddress } from '../../../lib/wallet/wallet.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog } from '../../../ui/overlays.tsx';

export interface WalletConfirmProps {
  readonly open: boolean;
  /** Where the wallet shows it already. */
  readonly address: string | null;
  readonly onAgree: () => void;
  readonly onDisagree: () => void;
}

const facts = [
  ['check', 'reads'],
  ['check', 'free'],
  ['close', 'never'],
] as const;

export function WalletConfirm({ open, address, onAgree, onDisagree }: WalletConfirmProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onDisagree}
      icon="wallet"
      title={t('identity.wallet.confirm.title')}
      text={t('identity.wallet.confirm.text')}
      actions={[
        { label: t('identity.disagree'), onPress: onDisagree },
        { label: t('identity.agreeAndLogIn'), tone: 'primary', onPress: onAgree },
      ]}
    >
      <ul className="facts">
        {facts.map(([icon, fact]) => (
          <li key={fact} data-kind={icon}>
            <Icon name={icon} size="s" />
            <span>
              {t(`identity.wallet.confirm.${fact}`)}
              {fact === 'reads' && address !== null ? <span className="num c3"> {shortAddress(address)}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="facts__note">{t('identity.wallet.confirm.signed', { host: window.location.host })}</p>
      <p className="facts__note">{t('identity.wallet.confirm.agree')}</p>
    </Dialog>
  );
}
