// The row that ends the session, after one question. The server is told, but the device forgets whatever it answers.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/client.ts';
import { leaveByChoice } from '../../../lib/api/consequences.ts';
import { beginLeaving } from '../../../lib/stores/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays.tsx';

export function LogOut() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    // Before the call: the push connection may hear of the end sooner than the answer is here.
    beginLeaving();
    await call('loginLogout', undefined, { screenHandled: true }).catch(() => undefined);
    leaveByChoice();
  }
  return (
    <>
      <Button tone="danger-soft" size="l" block className="btn--surface" onClick={() => setAsked(true)}>
        {t('my.logout')}
      </Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        icon="logout"
        title={t('my.logoutTitle')}
        text={t('my.logoutText')}
        actions={[
          { label: t('action.cancel'), onPress: () => setAsked(false) },
          { label: t('my.logout'), tone: 'primary', busy, onPress: () => void leave() },
        ]}
      />
    </>
  );
}
