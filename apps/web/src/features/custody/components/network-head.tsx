// The coin and the one network it comes and goes by.
import type { DepositNetwork } from '@cormorant/contract/entities/custody.ts';
import { useTranslation } from 'react-i18next';
import { Coin, Tag } from '../../../ui/marks.tsx';

export function NetworkHead({ network }: { readonly network: DepositNetwork }) {
  const { t } = useTranslation();
  return (
    <div className="hstack custody__head">
      <Coin code="USDT" size="s" />
      <b className="t-row">{network.coin}</b>
      <span className="custody__end">
        <Tag kind="p">{`${network.network} · ${t('custody.chain', { id: network.chain_id })}`}</Tag>
      </span>
    </div>
  );
}
