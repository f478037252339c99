// The referrer, set or changed once in a life: asked for before it is sent, locked afterwards.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { setInfo } from '../api/set-info.ts';
import { AccountForm } from '../components/account-form.tsx';
import { AccountState } from '../components/account-state.tsx';
import { useSending } from '../use-sending.ts';

const shortest = 3;

export function BindReferrer({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  if (profile.referral_locked === 0) return <ReferrerForm profile={profile} onDone={() => setDone(true)} />;
  return (
    <AccountState fresh={done} icon="lock" title={done ? t('account.referrer.done') : t('account.referrer.locked')}>
      <p className="t-row num">{profile.referral}</p>
      <p className="c2">{t('account.referrer.lockedText')}</p>
    </AccountState>
  );
}

function ReferrerForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState(false);
  const { busy, send } = useSending();
  const referrer = typed.trim();

  function ask() {
    if (referrer.length < shortest) setError(t('account.referrer.short'));
    else setAsked(true);
  }

  function confirm() {
    void send(
      async () => {
        await setInfo({ field: 'referral', value: referrer });
        onDone();
      },
      (refusal) => {
        setAsked(false);
        setError(refusal.message);
      },
    );
  }

  return (
    <>
      <AccountForm submit={t('account.referrer.submit')} busy={busy} onSubmit={ask}>
        <section className="card">
          {profile.referral === '' ? null : (
            <p className="account__lead">{t('account.referrer.current', { referrer: profile.referral })}</p>
          )}
          <Field
            label={t('account.referrer.label')}
            help={t('account.referrer.help')}
            name="referrer"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            value={typed}
            error={error}
            onValue={(value) => {
              setTyped(value);
              setError(undefined);
            }}
          />
        </section>
        <Note tone="warn">{t('account.referrer.once')}</Note>
      </AccountForm>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        icon="team"
        title={t('account.referrer.confirmTitle', { referrer })}
        text={t('account.referrer.confirmText')}
        actions={[
          { label: t('action.cancel'), disabled: busy, onPress: () => setAsked(false) },
          { label: t('action.confirm'), tone: 'primary', busy, onPress: confirm },
        ]}
      />
    </>
  );
}
