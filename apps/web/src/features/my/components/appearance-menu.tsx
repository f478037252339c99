// How this device shows things: theme, language, the colours of rise and fall, and whether amounts are shown.
import { useTranslation } from 'react-i18next';
import { setTheme, type ThemeEntry, useTheme } from '../../../lib/stores/theme.ts';
import { Segment } from '../../../ui/choice.tsx';
import { ProfitRate } from '../../../ui/figure.tsx';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { Switch } from '../../../ui/toggles.tsx';

export function AppearanceMenu() {
  const { t } = useTranslation();
  const entry = useTheme();
  return (
    <Menu label={t('settings.appearance')}>
      <MenuRow
        icon={entry.theme === 'dark' ? 'moon' : 'sun'}
        title={t('settings.theme')}
        control={
          <Segment<ThemeEntry['theme']>
            small
            label={t('settings.theme')}
            value={entry.theme}
            options={[
              { value: 'light', label: t('settings.light') },
              { value: 'dark', label: t('settings.dark') },
            ]}
            onChange={(theme) => setTheme({ theme })}
          />
        }
      />
      <MenuRow icon="globe" title={t('settings.language')} value={t(`language.${entry.language}`)} to="/lang" />
      <MenuRow
        icon="spot"
        title={
          <>
            {t('settings.updown')}
            <span className="t-meta c3 block" aria-hidden="true">
              <ProfitRate value="1.28" /> <ProfitRate value="-0.74" />
            </span>
          </>
        }
        control={
          <Segment<ThemeEntry['updown']>
            small
            label={t('settings.updown')}
            value={entry.updown}
            options={[
              { value: 'green', label: t('settings.greenUp') },
              { value: 'red', label: t('settings.redUp') },
            ]}
            onChange={(updown) => setTheme({ updown })}
          />
        }
      />
      <MenuRow
        icon="eye"
        title={t('settings.amounts')}
        control={
          <Switch
            label={t('settings.amounts')}
            checked={entry.eye === 1}
            onChange={(shown) => setTheme({ eye: shown ? 1 : 0 })}
          />
        }
      />
    </Menu>
  );
}
