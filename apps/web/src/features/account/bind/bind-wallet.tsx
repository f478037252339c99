// Binds a wallet: choose it, let it sign a text made for this account, and prove who asks. Once bound it stays.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copy } from '../../../lib/copy.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWallets } from '../../../lib/wallet/use-wallets.ts';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { WalletError, walletText } from '../../../lib/wallet/wallet-error.ts';
import { Button } from '../../../ui/button.tsx';
import { CardHead } from '../../../ui/card.tsx';
import { Note } from '../../../ui/marks.tsx';
import { bindWallet } from '../api/bind-wallet.ts';
import { AccountForm } from '../components/account-form.tsx';
import { AccountState } from '../components/account-state.tsx';
import { HoldNote } from '../components/hold-note.tsx';
import { WalletChoice } from '../components/wallet-choice.tsx';
import { NoWayYet } from '../components/young-ways.tsx';
import type { Factor } from '../proof/factors.ts';
import { ProofCard } from '../proof/proof-card.tsx';
import { useProof } from '../proof/use-proof.ts';
import { useSending } from '../use-sending.ts';

const allowed: readonly Factor[] = ['password', 'payment', 'code'];

export function BindWallet({ profile }: { profile: Profile }) {
  const [done, setDone] = useState(false);
  if (profile.address === '') return <BindForm profile={profile} onDone={() => setDone(true)} />;
  return (
    <>
      <Bound address={profile.address} fresh={done} />
      {done ? <HoldNote profile={profile} /> : null}
    </>
  );
}

function BindForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { t } = useTranslation();
  const known = useWallets();
  const [chosen, setChosen] = useState<Wallet | null>(null);
  const [problem, setProblem] = useState<string>();
  const proof = useProof(profile, allowed);
  const { busy, send } = useSending();
  const wallet = chosen !== null && known.includes(chosen) ? chosen : (known[0] ?? null);

  function submit() {
    setProblem(undefined);
    if (wallet === null) return setProblem(walletText(1205));
    if (!proof.check()) return;
    void send(
      async () => {
        const given = await proof.give();
        if (given === null) return;
        try {
          await bindWallet(wallet, given);
          onDone();
        } catch (error) {
          if (!(error instanceof WalletError)) throw error;
          setProblem(error.message);
        }
      },
      (error) => {
        if (!proof.refuse(error)) setProblem(error.message);
      },
    );
  }

  if (proof.blocked && !busy) return <NoWayYet from={proof.youngFrom} />;
  return (
    <AccountForm submit={t('account.wallet.submit')} busy={busy} onSubmit={submit} refusal={problem}>
      <section className="card" aria-label={t('account.wallet.choose')}>
        <CardHead title={t('account.wallet.choose')} />
        <p className="account__lead">{t('account.wallet.lead')}</p>
        <WalletChoice wallets={known} chosen={wallet} onChoose={setChosen} />
      </section>
      <ProofCard profile={profile} proof={proof} />
      <Note icon="shield">{t('account.wallet.hold')}</Note>
    </AccountForm>
  );
}

function Bound({ address, fresh }: { address: string; fresh: boolean }) {
  const { t } = useTranslation();
  async function take() {
    const copied = await copy(address);
    showToast(copied ? 'success' : 'error', copied ? t('copied') : t('copyFailed'));
  }
  return (
    <AccountState
      fresh={fresh}
      icon="wallet"
      title={fresh ? t('account.wallet.done') : t('account.wallet.bound')}
      {...(fresh
        ? {}
        : {
            action: (
              <Button icon="copy" block onClick={() => void take()}>
                {t('account.profile.copyWallet')}
              </Button>
            ),
          })}
    >
      <p className="mono account__address">
        <span>{address.slice(0, 22)}</span>
        <span>{address.slice(22)}</span>
      </p>
      <p className="c2">{t('account.wallet.boundText')}</p>
    </AccountState>
  );
}
