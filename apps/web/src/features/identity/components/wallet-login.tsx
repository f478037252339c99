// Log in with a wallet: choose one, read what will be signed, then the wallet asks. What it is waited for stands under the
// button, with a way out; what went wrong stands above it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenWallet } from '../../../lib/wallet/chosen-wallet.ts';
import { useWallets } from '../../../lib/wallet/use-wallets.ts';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { currentAccount } from '../../../lib/wallet/wallet-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { useWalletSignIn } from '../wallet/use-wallet-sign-in.ts';
import { Agreement } from './agreement.tsx';
import type { Consent } from './consent.ts';
import { EntryRefusal } from './entry-refusal.tsx';
import { InviteSheet } from './invite-sheet.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { WalletConfirm } from './wallet-confirm.tsx';
import { NoWallet, WalletList } from './wallet-list.tsx';

interface Confirming {
  readonly wallet: Wallet;
  readonly address: string | null;
}

export function WalletLogin({ consent }: { consent: Consent }) {
  const { t } = useTranslation();
  const wallets = useWallets();
  const signIn = useWalletSignIn();
  const [picked, setPicked] = useState(chosenWallet);
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const wallet = wallets.find(({ id }) => id === picked) ?? wallets[0];
  // While a question is on screen, it is not the wallet that is waited for.
  const waiting = signIn.invite === null && signIn.agreement === null ? signIn.stage : null;

  async function ask(chosen: Wallet) {
    signIn.clear();
    if (!consent.require()) return;
    setConfirming({ wallet: chosen, address: await currentAccount(chosen) });
  }

  return (
    <div className="entry__form">
      {wallet === undefined ? (
        <NoWallet />
      ) : (
        <WalletList wallets={wallets} chosen={wallet.id} disabled={signIn.stage !== null} onChoose={setPicked} />
      )}
      <Agreement agreed={consent.agreed} missing={consent.missing} onChange={consent.set} />
      <EntryRefusal failure={signIn.failure} />
      {wallet === undefined ? (
        <Button tone="primary" size="l" block onClick={() => window.location.reload()}>
          {t('identity.wallet.lookAgain')}
        </Button>
      ) : (
        <Button tone="primary" size="l" block busy={waiting !== null} onClick={() => void ask(wallet)}>
          {t('identity.wallet.connect')}
        </Button>
      )}
      <div className="walletstage" role="status">
        {waiting === null ? null : (
          <>
            <span className="c2">{t(`identity.wallet.stage.${waiting}`)}</span>
            <button type="button" className="link link--p link--body" onClick={signIn.giveUp}>
              {t('action.cancel')}
            </button>
          </>
        )}
      </div>
      <WalletConfirm
        open={confirming !== null}
        address={confirming?.address ?? null}
        onDisagree={() => setConfirming(null)}
        onAgree={() => {
          if (confirming !== null) void signIn.begin(confirming.wallet);
          setConfirming(null);
        }}
      />
      <InviteSheet question={signIn.invite} onClose={() => signIn.invite?.answer(null)} />
      <TermsDialog open={signIn.agreement !== null} onAnswer={(agreed) => signIn.agreement?.(agreed)} />
    </div>
  );
}
