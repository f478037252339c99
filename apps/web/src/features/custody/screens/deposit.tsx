// Paying in: the address as a picture and in full, what to mind, what is on its way and what has come. An address is never
// shown from memory when it cannot be asked for.
import type {
  DepositAddress,
  DepositInfo,
  DepositNetwork,
  Deposit as DepositRow,
} from '@cormorant/contract/entities/custody.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { copy } from '../../../lib/copy.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Header } from '../../../ui/header.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/marks.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { depositAddressQuery, depositInfoQuery } from '../api/custody.ts';
import { ClaimSheet } from '../components/claim-sheet.tsx';
import { DepositProgress } from '../components/deposit-progress.tsx';
import { DepositRecords } from '../components/deposit-records.tsx';
import { NetworkHead } from '../components/network-head.tsx';
import { ShownAddress } from '../components/shown-address.tsx';
import { useOwnWallet, WalletPaySheet } from '../components/wallet-pay-sheet.tsx';

export function Deposit() {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const back = useBack('/my');
  const info = useQuery(depositInfoQuery(language));
  const open = info.data?.enabled === 1;
  const address = useQuery({ ...depositAddressQuery(), enabled: open });
  const failed = info.data === undefined ? info.error : address.error;
  const [network] = info.data?.networks ?? [];
  return (
    <main className="screen custody">
      <Header title={t('custody.deposit.title')} onBack={back} />
      <div className="page">
        {failed ? (
          <Failed
            text={(failed as ApiError).message}
            busy={info.isFetching || address.isFetching}
            onRetry={() => void Promise.all([info.refetch(), open && address.refetch()])}
          />
        ) : info.data !== undefined && !open ? (
          <>
            <Note tone="warn">{info.data.notice}</Note>
            <DepositRecords records={info.data.records} />
          </>
        ) : info.data === undefined || network === undefined || address.data === undefined || address.isError ? (
          <Card aria-busy>
            <div className="custody__qr" role="status" aria-label={t('ui.loading')}>
              <Skeleton width={232} height={232} />
            </div>
            <Skeleton width="40%" />
            <Skeleton height={44} />
          </Card>
        ) : (
          <Parts info={info.data} network={network} address={address.data} />
        )}
      </div>
    </main>
  );
}

interface PartsProps {
  readonly info: DepositInfo;
  readonly network: DepositNetwork;
  readonly address: DepositAddress;
}

function Parts({ info, network, address }: PartsProps) {
  const { t } = useTranslation();
  const [claiming, setClaiming] = useState(false);
  const [paying, setPaying] = useState(false);
  const wallet = useOwnWallet();
  const isComing = ({ status }: DepositRow) => status === 'confirming' || status === 'seen';
  const coming = info.records.filter(isComing);
  return (
    <>
      <AddressCard network={network} address={address} />
      {coming.map((deposit) => (
        <DepositProgress key={deposit.id} deposit={deposit} network={network} />
      ))}
      {info.faucet === '' ? null : (
        <Note tone="info">
          {t('custody.faucet.text')}{' '}
          <a className="link link--p" href={`${info.faucet}?to=${address.address}`} target="_blank" rel="noreferrer">
            {t('custody.faucet.open')}
          </a>
        </Note>
      )}
      <Card aria-label={t('custody.deposit.rules')}>
        <ul className="custody__rules t-meta c2">
          {[
            t('custody.deposit.onlyThis', { network: network.network }),
            t('custody.deposit.least', { min: network.min }),
            t('custody.deposit.when', { count: network.confirmations, seconds: network.eta_seconds }),
          ].map((rule) => (
            <li key={rule}>
              <Icon name="info" size="s" />
              <span>{rule}</span>
            </li>
          ))}
        </ul>
      </Card>
      {wallet === undefined ? null : (
        <>
          <Button tone="soft" icon="wallet" block onClick={() => setPaying(true)}>
            {t('custody.pay.open')}
          </Button>
          <WalletPaySheet
            open={paying}
            wallet={wallet}
            to={address}
            min={network.min}
            onClose={() => setPaying(false)}
          />
        </>
      )}
      <Button tone="line" block onClick={() => setClaiming(true)}>
        {t('custody.claim.open')}
      </Button>
      <ClaimSheet open={claiming} network={network.network} onClose={() => setClaiming(false)} />
      <DepositRecords records={info.records.filter((deposit) => !isComing(deposit))} />
    </>
  );
}

function AddressCard({ network, address }: Omit<PartsProps, 'info'>) {
  const { t } = useTranslation();
  async function take() {
    const done = await copy(address.address);
    showToast(done ? 'success' : 'error', t(done ? 'custody.copied' : 'custody.notCopied'));
  }
  return (
    <Card>
      <NetworkHead network={network} />
      <div className="custody__qr">
        <QrCode text={address.qr_text} label={t('custody.deposit.qr')} />
      </div>
      <p className="t-meta c3">{t('custody.deposit.address')}</p>
      <div className="hstack custody__between">
        <ShownAddress address={address.address} />
        <Button tone="soft" icon="copy" onClick={() => void take()}>
          {t('custody.copy')}
        </Button>
      </div>
    </Card>
  );
}
