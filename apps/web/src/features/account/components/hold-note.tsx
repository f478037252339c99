// The security hold: from a change of what proves who somebody is until money may leave again, counted down.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useTranslation } from 'react-i18next';
import { spanText, useSecondsLeft } from '../../../lib/countdown.ts';
import { Note } from '../../../ui/marks.tsx';

export function HoldNote({ profile }: { profile: Profile | null }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(profile?.security_hold_until ?? 0);
  if (left === 0) return null;
  return (
    <Note tone="warn" icon="shield">
      {t('account.hold.running')} <span className="num">{t('account.hold.left', { time: spanText(t, left) })}</span>
    </Note>
  );
}
