// The card of one of the three accounts: its figure, what it is made of, and what can be done with it.
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Hero, hiddenFigure, Stat, Stats } from '../../../ui/figure.tsx';
import { formatTrimmed, formatUsdt } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { ShareBar } from '../../../ui/pictures.tsx';
import { unitsOf } from '../amounts.ts';
import type { LogName } from '../log-kinds.ts';
import type { PairName } from './convert-sheet.tsx';
import type { TransferFrom } from './transfer-sheet.tsx';

type Account = Data<'userAccount'>;

export interface AccountCardProps {
  readonly name: LogName;
  readonly account: Account;
  readonly onConvert: (pair: PairName) => void;
  readonly onTransfer: (from: TransferFrom) => void;
}

export function AccountCard(props: AccountCardProps) {
  const { t } = useTranslation();
  const { account, name } = props;
  const hidden = useTheme((entry) => entry.eye === 0);
  return (
    <Card>
      <div className="between t-meta">
        <span className="c2">{t(`assets.tabs.${name}`)}</span>
        <span className="c3">{t(`assets.${name}Note`)}</span>
      </div>
      <div className="mt-1 mb-3">
        <Hero
          value={account[name]}
          hidden={hidden}
          {...(name === 'points' ? { decimals: 2 } : name === 'balance' ? { unit: 'USDT' } : {})}
        />
      </div>
      {name === 'balance' ? <Balance {...props} hidden={hidden} /> : null}
      {name === 'fuel' ? <Fuel {...props} hidden={hidden} /> : null}
      {name === 'points' ? (
        <Button block tone="primary" icon="swap" onClick={() => props.onConvert('points>fuel')}>
          {t('assets.toFuel')}
        </Button>
      ) : null}
    </Card>
  );
}

type PartProps = AccountCardProps & { readonly hidden: boolean };

function Balance({ account, hidden, onConvert, onTransfer }: PartProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const shown = (amount: string) => <span className="num">{hidden ? hiddenFigure : formatUsdt(amount)}</span>;
  return (
    <>
      <Stats>
        <Stat label={t('assets.available')}>{shown(account.available)}</Stat>
        <Stat label={t('assets.frozen')}>{shown(account.frozen)}</Stat>
        <Stat label={t('assets.income')}>{shown(account.income_total)}</Stat>
      </Stats>
      <div className="actions mt-4">
        <Button tone="primary" onClick={() => void navigate('/my/deposit')}>
          {t('assets.deposit')}
        </Button>
        <Button onClick={() => void navigate('/my/withdraw')}>{t('assets.withdraw')}</Button>
        <Button onClick={() => onTransfer('balance')}>{t('assets.transfer')}</Button>
        <Button onClick={() => onConvert('balance>fuel')}>{t('assets.toFuel')}</Button>
      </div>
    </>
  );
}

function Fuel({ account, hidden, onConvert, onTransfer }: PartProps) {
  const { t } = useTranslation();
  const { fuel_bonus: bonus, fuel_owed: owed, fuel_paid: paid } = account;
  const amount = (figure: string) => (hidden ? hiddenFigure : formatUsdt(figure));
  const share = (figure: string) => Number(unitsOf(figure) ?? 0n);
  const parts = [
    { label: t('assets.paid', { amount: amount(paid) }), share: share(paid), tint: '' as const },
    { label: t('assets.bonus', { amount: amount(bonus) }), share: share(bonus), tint: 'g3' as const },
    { label: t('assets.owed', { amount: amount(owed) }), share: share(owed), tint: 'w' as const },
  ];
  return (
    <>
      {parts.some((part) => part.share > 0) ? <ShareBar parts={parts} legend /> : null}
      {owed === '0' ? null : (
        <div className="mt-3">
          <Note tone="warn" icon="fuel">
            {t('assets.owedNote', { amount: formatTrimmed(owed) })}
          </Note>
        </div>
      )}
      <div className="actions mt-4">
        <Button tone="primary" onClick={() => onConvert('balance>fuel')}>
          {t('assets.fuelIn')}
        </Button>
        <Button onClick={() => onTransfer('fuel')}>{t('assets.transfer')}</Button>
        <Button onClick={() => onConvert('fuel>balance')}>{t('assets.fuelBack')}</Button>
      </div>
    </>
  );
}
