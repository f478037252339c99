// Log in, by account or by wallet. The guard leads on to where the person came from. `#wallet` opens the second way.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Segment } from '../../../ui/choice.tsx';
import { AccountLogin } from '../components/account-login.tsx';
import { useConsent } from '../components/consent.ts';
import { EntryPage } from '../components/entry-page.tsx';
import { WalletLogin } from '../components/wallet-login.tsx';

type Way = 'account' | 'wallet';

export function Login() {
  const { t } = useTranslation();
  const location = useLocation();
  const [way, setWay] = useState<Way>(location.hash === '#wallet' ? 'wallet' : 'account');
  const consent = useConsent();
  return (
    <EntryPage title={t('identity.loginTitle')}>
      <div className="entry__ways">
        <Segment<Way>
          label={t('identity.ways')}
          value={way}
          options={[
            { value: 'account', label: t('identity.byAccount') },
            { value: 'wallet', label: t('identity.byWallet') },
          ]}
          onChange={setWay}
        />
      </div>
      {way === 'account' ? (
        <AccountLogin consent={consent} onWallet={() => setWay('wallet')} />
      ) : (
        <WalletLogin consent={consent} />
      )}
      <p className="entry__other c2">
        {t('identity.noAccount')}{' '}
        <Link className="inline-link" to="/register" state={location.state}>
          {t('identity.register')}
        </Link>
      </p>
    </EntryPage>
  );
}
