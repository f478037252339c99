// What protects the account and watches over it: both passwords, the devices that are signed in, the fuel reminder.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../../lib/queries.ts';
import { useSession } from '../../../lib/stores/session.ts';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { FuelNotice } from './fuel-notice.tsx';

export function SecurityMenu() {
  const { t } = useTranslation();
  const kept = useSession((session) => session.user);
  const user = useQuery(profileQuery()).data ?? kept;
  const [asked, setAsked] = useState(false);
  const state = (flag: 0 | 1 | undefined) =>
    flag === undefined ? null : t(flag === 1 ? 'settings.isSet' : 'settings.notSet');
  return (
    <>
      <Menu label={t('settings.security')}>
        <MenuRow
          icon="lock"
          title={t('settings.loginPassword')}
          value={state(user?.password)}
          to="/my/password/login"
        />
        <MenuRow
          icon="key"
          title={t('settings.paymentPassword')}
          value={state(user?.payment)}
          to="/my/password/payment"
        />
        <MenuRow icon="device" title={t('settings.devices')} to="/setting#devices" />
        <MenuRow
          icon="fuel"
          title={t('settings.fuel.title')}
          value={<span className="num">{formatTrimmed(user?.fuel_notice)}</span>}
          onPress={() => setAsked(true)}
        />
      </Menu>
      <FuelNotice open={asked} onClose={() => setAsked(false)} current={user?.fuel_notice ?? ''} />
    </>
  );
}
