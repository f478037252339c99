// The wallets that this browser has, one of them chosen. With none there is a sentence on what to do.
import { useTranslation } from 'react-i18next';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/marks.tsx';

export interface WalletChoiceProps {
  readonly wallets: readonly Wallet[];
  readonly chosen: Wallet | null;
  readonly onChoose: (wallet: Wallet) => void;
}

export function WalletChoice({ wallets, chosen, onChoose }: WalletChoiceProps) {
  const { t } = useTranslation();
  if (wallets.length === 0) return <Note tone="warn">{t('account.wallet.none')}</Note>;
  return (
    <div className="list walletchoice" role="radiogroup" aria-label={t('account.wallet.choose')}>
      {wallets.map((wallet) => (
        // biome-ignore lint/a11y/useSemanticElements: a whole row is the radio
        <button
          key={wallet.id}
          type="button"
          role="radio"
          aria-checked={wallet === chosen}
          className="row row--menu"
          onClick={() => onChoose(wallet)}
        >
          {wallet.icon === null ? (
            <Icon name="wallet" size="m" />
          ) : (
            <img src={wallet.icon} alt="" width={24} height={24} className="walletchoice__icon" />
          )}
          <span className="account__value">{wallet.name === '' ? t('account.wallet.nameless') : wallet.name}</span>
          <span className="row__end cp">{wallet === chosen ? <Icon name="check" size="m" /> : null}</span>
        </button>
      ))}
    </div>
  );
}
