// Settings: appearance, what protects the account, the app and its version, and the way out. The devices are a screen of
// their own behind #devices, so that Back leads here.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useBack } from '../../../lib/use-back.ts';
import { Header } from '../../../ui/header.tsx';
import { AppMenu } from '../components/app-menu.tsx';
import { AppearanceMenu } from '../components/appearance-menu.tsx';
import { DeviceList } from '../components/device-list.tsx';
import { LogOut } from '../components/log-out.tsx';
import { SecurityMenu } from '../components/security-menu.tsx';
import { UpdateBlock } from '../components/update-block.tsx';

export function Setting() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const back = useBack('/my');
  if (hash === '#devices') return <Devices />;
  return (
    <main className="screen">
      <Header title={t('settings.title')} onBack={back} />
      <div className="page">
        <AppearanceMenu />
        <SecurityMenu />
        <UpdateBlock />
        <AppMenu />
        <LogOut />
      </div>
    </main>
  );
}

function Devices() {
  const { t } = useTranslation();
  const back = useBack('/setting');
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <main className="screen">
      <Header title={t('settings.device.title')} onBack={back} />
      <div className="page">
        <DeviceList />
      </div>
    </main>
  );
}
