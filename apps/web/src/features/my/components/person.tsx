// Who I am: picture and name lead to the profile, the UID is copied by a press; a partner's share stands beside the name.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { copy } from '../../../lib/copy.ts';
import { profileQuery } from '../../../lib/queries.ts';
import { useSession } from '../../../lib/stores/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar, Note, Tag } from '../../../ui/marks.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { dayTime } from '../../../ui/times.ts';

function useUser() {
  const kept = useSession((session) => session.user);
  return useQuery(profileQuery()).data ?? kept;
}

export function Person() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  async function copyUid() {
    if (user === null) return;
    const copied = await copy(user.uid);
    showToast(copied ? 'success' : 'error', copied ? t('copied') : t('copyFailed'));
  }
  return (
    <header className="header header--root person">
      <Link to="/my/profile" aria-label={t('my.profile')}>
        <Avatar code={user?.avatar} size="l" />
      </Link>
      <div className="fill">
        <h1 className="hstack t-section">
          <Link to="/my/profile" className="truncate">
            {user?.nickname ?? <Skeleton width={96} height={20} />}
          </Link>
          {user?.is_partner ? <Tag kind="p">{t('my.partner', { rate: user.rate })}</Tag> : null}
        </h1>
        {user ? (
          <button
            type="button"
            className="link uid"
            aria-label={`${t('my.copyUid')} ${user.uid}`}
            onClick={() => void copyUid()}
          >
            UID <span className="num">{user.uid}</span>
            <Icon name="copy" size="xs" />
          </button>
        ) : null}
      </div>
      <IconButton icon="gear" label={t('my.settings')} onClick={() => void navigate('/setting')} />
    </header>
  );
}

/** While a change of what proves who I am holds withdrawals back, until when it does. */
export function Hold() {
  const { t } = useTranslation();
  const until = useUser()?.security_hold_until ?? 0;
  if (until <= Date.now()) return null;
  return (
    <Note tone="warn" icon="shield">
      {t('my.hold', { time: dayTime(until) })}
    </Note>
  );
}
