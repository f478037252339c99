// The app itself: the welcome once more (native only), the caches, the legal texts and about.
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isNative } from '../../../lib/platform.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { clearCaches } from '../../../lib/stores/caches.ts';
import { replayOnboarding } from '../../../lib/stores/onboarding.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Menu, MenuRow } from '../../../ui/row.tsx';

export function AppMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  function clear() {
    clearCaches();
    void queryClient.invalidateQueries();
    showToast('success', t('settings.cleared'));
  }
  function replay() {
    replayOnboarding();
    void navigate('/onboarding');
  }
  return (
    <Menu label={t('settings.app')}>
      {isNative ? <MenuRow icon="play" title={t('settings.replay')} onPress={replay} /> : null}
      <MenuRow icon="trash" title={t('settings.clear')} meta={t('settings.clearText')} onPress={clear} />
      <MenuRow icon="shield" title={t('settings.legal')} to="/about/terms" />
      <MenuRow icon="info" title={t('settings.about.title')} to="/about/about" />
    </Menu>
  );
}
