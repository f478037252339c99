// Settings of this device: theme, language, colours of rise and fall, shown amounts, caches; and the way out.
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../lib/query-client.ts';
import { clearCaches } from '../../../lib/stores/caches.ts';
import { setTheme, type ThemeEntry, useTheme } from '../../../lib/stores/theme.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Segment } from '../../../ui/choice.tsx';
import { ProfitRate } from '../../../ui/figure.tsx';
import { Header } from '../../../ui/header.tsx';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { Switch } from '../../../ui/toggles.tsx';
import { LogOut } from '../components/log-out.tsx';
import { version } from '../../../lib/version.ts';

export function Setting() {
  const { t } = useTranslation();
  const entry = useTheme();
  const back = useBack('/my');
  function clear() {
    clearCaches();
    void queryClient.invalidateQueries();
    showToast('success', t('my.setting.cleared'));
  }
  return (
    <main className="screen">
      <Header title={t('my.setting.title')} onBack={back} />
      <div className="page">
        <Menu label={t('my.setting.theme')}>
          <MenuRow
            icon={entry.theme === 'dark' ? 'moon' : 'sun'}
            title={t('my.setting.theme')}
            control={
              <Segment<ThemeEntry['theme']>
                small
                label={t('my.setting.theme')}
                value={entry.theme}
                options={[
                  { value: 'light', label: t('my.setting.light') },
                  { value: 'dark', label: t('my.setting.dark') },
                ]}
                onChange={(theme) => setTheme({ theme })}
              />
            }
          />
          <MenuRow icon="globe" title={t('my.setting.language')} value={t(`language.${entry.language}`)} to="/lang" />
          <MenuRow
            icon="spot"
            title={
              <>
                {t('my.setting.updown')}
                <span className="t-meta c3 block" aria-hidden="true">
                  <ProfitRate value="1.28" /> <ProfitRate value="-0.74" />
                </span>
              </>
            }
            control={
              <Segment<ThemeEntry['updown']>
                small
                label={t('my.setting.updown')}
                value={entry.updown}
                options={[
                  { value: 'green', label: t('my.setting.greenUp') },
                  { value: 'red', label: t('my.setting.redUp') },
                ]}
                onChange={(updown) => setTheme({ updown })}
              />
            }
          />
          <MenuRow
            icon="eye"
            title={t('my.setting.amounts')}
            control={
              <Switch
                label={t('my.setting.amounts')}
                checked={entry.eye === 1}
                onChange={(shown) => setTheme({ eye: shown ? 1 : 0 })}
              />
            }
          />
        </Menu>
        <Menu>
          <MenuRow icon="refresh" title={t('my.setting.clear')} onPress={clear} />
          <MenuRow icon="shield" title={t('my.legal')} to="/about/terms" />
          <MenuRow
            icon="info"
            title={t('my.setting.version')}
            value={<span className="num">{version}</span>}
            to="/about/about"
          />
        </Menu>
        <p className="riskline">{t('my.setting.clearText')}</p>
        <LogOut />
      </div>
    </main>
  );
}
