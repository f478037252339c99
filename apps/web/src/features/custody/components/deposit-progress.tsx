// A deposit on its way: how many confirmations it has of those it needs, a rung each, and where it can be looked at.
import type { Deposit, DepositNetwork } from '@cormorant/contract/entities/custody.ts';
import { useTranslation } from 'react-i18next';
import { shortAddress } from '../../../lib/wallet/wallet.ts';
import { Card, CardHead } from '../../../ui/card.tsx';
import { Hero } from '../../../ui/figure.tsx';
import { formatUsdt } from '../../../ui/figures.ts';
import { Pill } from '../../../ui/marks.tsx';
import { ExplorerLink } from './explorer-link.tsx';

/** More would be thinner than a line: then each stands for several. */
const MOST_RUNGS = 15;

export function DepositProgress({ deposit, network }: { readonly deposit: Deposit; readonly network: DepositNetwork }) {
  const { t } = useTranslation();
  const { amount, confirmations, required, status, txid } = deposit;
  const rungs = Math.min(required, MOST_RUNGS);
  const filled = Math.floor((confirmations * rungs) / required);
  const seconds = Math.ceil((network.eta_seconds * (required - confirmations)) / network.confirmations);
  return (
    <Card aria-label={`${t('custody.deposit.coming')} ${formatUsdt(amount)} ${shortAddress(txid)}`}>
      <CardHead title={t('custody.deposit.coming')}>
        {status === 'seen' ? (
          <Pill kind="waiting">{t('custody.status.seen')}</Pill>
        ) : (
          <Pill kind="running">{t('custody.deposit.confirming', { done: confirmations, of: required })}</Pill>
        )}
      </CardHead>
      <div className="hstack custody__between">
        <Hero value={amount} unit="USDT" small />
        <span className="t-meta c3">{t('custody.deposit.eta', { seconds })}</span>
      </div>
      <div
        className="rungs"
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={required}
        aria-valuenow={confirmations}
        aria-label={t('custody.confirmations')}
      >
        {Array.from({ length: rungs }, (_, at) => (
          <i key={`rung-${at}`} className={at < filled ? 'on' : at === filled ? 'next' : undefined} />
        ))}
      </div>
      <div className="hstack custody__between t-meta">
        <span className="custody__mono c3">{shortAddress(txid)}</span>
        <ExplorerLink explorer={network.explorer} txid={txid} />
      </div>
    </Card>
  );
}
