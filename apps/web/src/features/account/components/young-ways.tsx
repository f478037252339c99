// The ways to verify that prove nothing yet, each with the time from which it does; and the page where there is no other.
import { useTranslation } from 'react-i18next';
import { dayTime } from '../../../ui/times.ts';
import type { Factor } from '../proof/factors.ts';
import { AccountState } from './account-state.tsx';

export type YoungFrom = ReadonlyMap<Factor, number>;

export function YoungWays({ from }: { from: YoungFrom }) {
  const { t } = useTranslation();
  if (from.size === 0) return null;
  return (
    <ul className="account__young t-meta c2">
      {[...from].map(([factor, fromMs]) => (
        <li key={factor} className="num">
          {t('account.proof.usableFrom', { name: t(`account.factor.${factor}`), time: dayTime(fromMs) })}
        </li>
      ))}
    </ul>
  );
}

/** In place of a form that could not be sent. */
export function NoWayYet({ from }: { from: YoungFrom }) {
  const { t } = useTranslation();
  const known = from.size > 0;
  return (
    <AccountState fresh={false} icon="clock" title={t(known ? 'account.proof.notYet' : 'account.proof.none')}>
      {known ? <p className="c2">{t('account.proof.notYetText')}</p> : null}
      <YoungWays from={from} />
    </AccountState>
  );
}
