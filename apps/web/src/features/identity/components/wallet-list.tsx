// The wallets of this browser to choose from, and what to do where there is none.
import { useTranslation } from 'react-i18next';
import { chosenWallet } from '../../../lib/wallet/chosen-wallet.ts';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { walletText } from '../../../lib/wallet/wallet-error.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/marks.tsx';

export interface WalletListProps {
  readonly wallets: readonly Wallet[];
  readonly chosen: string;
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
}

export function WalletList({ wallets, chosen, disabled, onChoose }: WalletListProps) {
  const { t } = useTranslation();
  const last = chosenWallet();
  return (
    <fieldset className="wallets" disabled={disabled}>
      <legend className="field__label">{t('identity.wallet.choose')}</legend>
      <div className="card card--flush">
        <div className="list list--inset">
          {wallets.map(({ id, name, icon }) => (
            <label key={id} className="row wallet">
              <WalletPicture icon={icon} />
              <span className="row__body row__title">
                {name || t('identity.wallet.nameless')}
                {id === last ? <Tag kind="p">{t('identity.wallet.last')}</Tag> : null}
              </span>
              <input type="radio" name="wallet" value={id} checked={id === chosen} onChange={() => onChoose(id)} />
              <span className="wallet__mark" aria-hidden="true">
                {id === chosen ? <Icon name="check" size="xs" /> : null}
              </span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

function WalletPicture({ icon }: { icon: string | null }) {
  return (
    <span className="wallet__icon">
      {icon === null ? <Icon name="wallet" size="m" /> : <img src={icon} alt="" width={36} height={36} />}
    </span>
  );
}

export function NoWallet() {
  const { t } = useTranslation();
  return (
    <section className="card nowallet" role="status">
      <div className="hstack">
        <WalletPicture icon={null} />
        <h2 className="t-row">{walletText(1205)}</h2>
      </div>
      <ul className="rules">
        <li>
          {t('identity.wallet.none.desk')}{' '}
          <a className="inline-link underline" href="https://metamask.io/download" target="_blank" rel="noreferrer">
            metamask.io
          </a>
        </li>
        <li>{t('identity.wallet.none.phone')}</li>
        <li>{t('identity.wallet.none.account')}</li>
      </ul>
    </section>
  );
}
