// Looks for updates while the app is open and asks about one when it is time. A forced one leaves only the way to the
// settings, where it is made; a signed-out person, who cannot go there, makes it here.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../../../lib/stores/session.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useUpdate } from '../../../lib/stores/update.ts';
import { showToast } from '../../../lib/toasts.ts';
import { applyUpdate, promptShown, putOff, settleUpdate, watchUpdates } from '../../../lib/update/check-updates.ts';
import { updateLog } from '../../../lib/update/update-info.ts';
import { version } from '../../../lib/version.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Prose } from '../../../ui/prose.tsx';

const settingsPath = '/setting';

export function UpdateWatch() {
  const { t } = useTranslation();
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (settleUpdate()) showToast('success', t('settings.update.done', { version }));
  }, [t]);
  useEffect(
    () =>
      watchUpdates(() => {
        // In the settings the offer itself is to be seen.
        if (window.location.pathname === settingsPath) return;
        promptShown();
        setDue(true);
      }),
    [],
  );
  return <UpdatePrompt due={due} onDone={() => setDue(false)} />;
}

function UpdatePrompt({ due, onDone }: { due: boolean; onDone: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const signedIn = useSession((session) => session.isAuthenticated);
  const language = useTheme((entry) => entry.language);
  const { available, info } = useUpdate();
  if (info === null) return null;
  const forced = info.force_update;
  function later() {
    if (forced) return;
    putOff();
    onDone();
  }
  function update() {
    onDone();
    if (signedIn) void navigate(`${settingsPath}#update`);
    else applyUpdate();
  }
  const now = { label: t('settings.update.now'), tone: 'primary' as const, onPress: update };
  return (
    <Dialog
      open={available && (forced || due) && pathname !== settingsPath}
      onClose={later}
      icon="refresh"
      title={t('settings.update.found', { version: info.version })}
      text={forced ? t('settings.update.forced') : undefined}
      actions={forced ? [now] : [{ label: t('settings.update.later'), onPress: later }, now]}
    >
      <Prose text={updateLog(info, language) || t('settings.update.noLog')} />
    </Dialog>
  );
}
