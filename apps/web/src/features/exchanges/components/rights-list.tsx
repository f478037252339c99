// Rights of a key as chips: those to tick at the exchange, or those that a key has.
import type { ExchangeKey, KeyRights } from '@cormorant/contract/entities/exchange-key.ts';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/class-names.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';

interface ChipProps {
  readonly look: 'on' | 'off' | 'none';
  readonly icon: IconName;
  readonly label: string;
  /** The whole of it for those who do not see the mark. */
  readonly spoken: string;
}

function Chip({ icon, label, look, spoken }: ChipProps) {
  return (
    <li className={cx('keys__right', look !== 'on' && `keys__right--${look}`)}>
      <Icon name={icon} size="s" />
      <span aria-hidden="true">{label}</span>
      <span className="visually-hidden">{spoken}</span>
    </li>
  );
}

export function WantedRights() {
  const { t } = useTranslation();
  const wanted = [t('keys.right.read'), t('keys.right.spot'), t('keys.right.futuresOptional')];
  return (
    <ul className="keys__rights">
      {wanted.map((right) => (
        <Chip key={right} look="on" icon="check" label={right} spoken={t('keys.wanted', { right })} />
      ))}
      {[t('keys.right.withdraw'), t('keys.right.transfer')].map((right) => (
        <Chip key={right} look="off" icon="close" label={right} spoken={t('keys.unwanted', { right })} />
      ))}
    </ul>
  );
}

/** What a bot does not need, and harms with. */
const unwanted: ReadonlySet<keyof KeyRights> = new Set(['withdraw', 'transfer']);
const order = ['read', 'spot', 'futures', 'withdraw', 'transfer'] as const satisfies readonly (keyof KeyRights)[];

export function KeyRightsList({ perm }: Pick<ExchangeKey, 'perm'>) {
  const { t } = useTranslation();
  return (
    <ul className="keys__rights">
      {order.map((name) => {
        const right = t(`keys.right.${name}`);
        const has = perm[name];
        const spoken =
          has === null ? t('keys.unknown', { right }) : t(has === 1 ? 'keys.has' : 'keys.hasNot', { right });
        const harms = has === 1 && unwanted.has(name);
        const look = has === 1 ? (harms ? 'off' : 'on') : 'none';
        const icon = has === null ? 'help' : harms ? 'warn' : has === 1 ? 'check' : 'close';
        return <Chip key={name} look={look} icon={icon} label={right} spoken={spoken} />;
      })}
    </ul>
  );
}
