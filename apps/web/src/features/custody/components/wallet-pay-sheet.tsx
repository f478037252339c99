// Pays in from the wallet of this browser: an amount, the wallet's own question, and the hash told to the server.
import type { DepositAddress } from '@cormorant/contract/entities/custody.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { chosenWallet } from '../../../lib/wallet/chosen-wallet.ts';
import { useWallets } from '../../../lib/wallet/use-wallets.ts';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { payToken } from '../../../lib/wallet/wallet-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { DecimalField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { plainNumber } from '../../../ui/typed-number.ts';
import { compareAmounts, isAmount, smallestUnits } from '../amount.ts';
import { claimDeposit } from '../api/custody.ts';
import { useAsking } from '../use-asking.ts';

const TRIES = 10;
const BETWEEN_MS = 1_500;
const UNKNOWN_YET = 5103;

/** A node may not have heard of a transaction that has only just left the wallet. */
async function tell(network: string, txid: string): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) {
    try {
      await claimDeposit(network, txid);
      return;
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.code !== UNKNOWN_YET || left === 1) throw problem;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
  }
}

export function useOwnWallet(): Wallet | undefined {
  const wallets = useWallets();
  return wallets.find(({ id }) => id === chosenWallet()) ?? wallets[0];
}

interface WalletPaySheetProps {
  readonly open: boolean;
  readonly wallet: Wallet;
  readonly to: DepositAddress;
  readonly min: string;
  readonly onClose: () => void;
}

export function WalletPaySheet({ open, wallet, to, min, onClose }: WalletPaySheetProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const amount = plainNumber(typed);
  const { busy, error, setError, ask } = useAsking();
  async function pay() {
    if (!isAmount(amount)) return setError(t('custody.withdraw.badAmount'));
    if (compareAmounts(amount, min) < 0) return setError(t('custody.pay.least', { min }));
    await ask(async () => {
      const txid = await payToken(wallet, to.contract, to.address, smallestUnits(amount));
      // It has left: whatever comes of telling is no reason to ask for it once more, and the server finds it by itself.
      showToast('success', t('custody.pay.sent'));
      setTyped('');
      onClose();
      await tell(to.network, txid).catch((problem: unknown) => {
        if (!(problem instanceof ApiError)) throw problem;
        showToast('error', problem.message);
      });
    });
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('custody.pay.title', { name: wallet.name })}
      foot={
        <Button tone="primary" block busy={busy} onClick={() => void pay()}>
          {t('custody.pay.send')}
        </Button>
      }
    >
      <DecimalField
        label={t('custody.amount')}
        help={t('custody.pay.help')}
        error={error}
        value={typed}
        unit="USDT"
        onValue={(text) => {
          setTyped(text);
          setError(undefined);
        }}
      />
    </Sheet>
  );
}
