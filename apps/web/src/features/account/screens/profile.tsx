// Who I am: picture, nickname and UID; account, e-mail, wallet and referrer; both passwords. Every row leads to where it is
// changed, and says when it can be changed no more.
import type { Profile as Person } from '@cormorant/contract/entities/profile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copy } from '../../../lib/copy.ts';
import { showToast } from '../../../lib/toasts.ts';
import { shortAddress } from '../../../lib/wallet/wallet.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar, Tag } from '../../../ui/marks.tsx';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { useProfile } from '../api/own-profile.ts';
import { AccountPage } from '../components/account-page.tsx';
import { AvatarSheet } from '../components/avatar-sheet.tsx';
import { HoldNote } from '../components/hold-note.tsx';
import { NicknameSheet } from '../components/nickname-sheet.tsx';

export function Profile() {
  const { t } = useTranslation();
  const person = useProfile();
  return (
    <AccountPage title={t('account.profile.title')} parent="/my">
      <HoldNote profile={person} />
      {person === null ? (
        <section className="card card--flush">
          <SkeletonRows count={6} label={t('ui.loading')} />
        </section>
      ) : (
        <>
          <Face person={person} />
          <Bindings person={person} />
          <Passwords person={person} />
        </>
      )}
    </AccountPage>
  );
}

function Face({ person }: { person: Person }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'avatar' | 'nickname' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu label={t('account.profile.title')}>
        <MenuRow
          icon="user"
          title={t('account.profile.avatar')}
          value={<Avatar code={person.avatar} />}
          onPress={() => setOpen('avatar')}
        />
        <MenuRow
          icon="edit"
          title={t('account.profile.nickname')}
          value={<Value>{person.nickname}</Value>}
          onPress={() => setOpen('nickname')}
        />
        <CopyRow icon="pin" title="UID" text={person.uid} shown={person.uid} />
        <CopyRow
          icon="invite"
          title={t('account.profile.inviteLink')}
          text={person.invite_link}
          shown={person.invite_link.replace(/^https?:\/\//, '')}
        />
      </Menu>
      <AvatarSheet open={open === 'avatar'} code={person.avatar} onClose={close} />
      <NicknameSheet open={open === 'nickname'} nickname={person.nickname} onClose={close} />
    </>
  );
}

function Bindings({ person }: { person: Person }) {
  const { t } = useTranslation();
  const locked = person.referral_locked === 1;
  return (
    <Menu label={t('account.profile.bindings')}>
      {person.account === '' ? (
        <MenuRow icon="key" title={t('account.profile.account')} value={<Todo kind="set" />} to="/my/bind/account" />
      ) : (
        <MenuRow icon="key" title={t('account.profile.account')} value={<Value>{person.account}</Value>} />
      )}
      <MenuRow
        icon="mail"
        title={t('account.profile.email')}
        value={
          person.email === '' ? (
            <Todo kind="bind" />
          ) : (
            <>
              <Value>{person.email}</Value>
              <Tag kind="p">{t('account.profile.verified')}</Tag>
            </>
          )
        }
        to="/my/bind/email"
      />
      {person.address === '' ? (
        <MenuRow icon="wallet" title={t('account.profile.wallet')} value={<Todo kind="bind" />} to="/my/bind/wallet" />
      ) : (
        <CopyRow
          icon="wallet"
          title={t('account.profile.wallet')}
          text={person.address}
          shown={shortAddress(person.address)}
        />
      )}
      <MenuRow
        icon="team"
        title={t('account.profile.referrer')}
        value={
          <>
            <Value>{person.referral === '' ? t('account.profile.noReferrer') : person.referral}</Value>
            {locked ? <Icon name="lock" size="xs" /> : null}
          </>
        }
        {...(locked ? {} : { to: '/my/bind/referrer' })}
      />
    </Menu>
  );
}

function Passwords({ person }: { person: Person }) {
  const { t } = useTranslation();
  return (
    <>
      <Menu label={t('account.profile.safety')}>
        <MenuRow
          icon="lock"
          title={t('account.profile.password')}
          value={person.password === 1 ? t('account.profile.change') : <Todo kind="unset" />}
          to="/my/password/login"
        />
        <MenuRow
          icon="shield"
          title={t('account.profile.payment')}
          value={person.payment === 1 ? t('account.profile.change') : <Todo kind="unset" />}
          to="/my/password/payment"
        />
      </Menu>
      <Menu>
        <MenuRow
          icon="clock"
          title={t('account.profile.registered')}
          value={<span className="num">{new Date(person.created_at).toLocaleDateString('sv')}</span>}
        />
      </Menu>
    </>
  );
}

function Value({ children }: { children: string }) {
  return <span className="account__value">{children}</span>;
}

function Todo({ kind }: { kind: 'set' | 'bind' | 'unset' }) {
  const { t } = useTranslation();
  return <span className="cp">{t(`account.profile.todo.${kind}`)}</span>;
}

interface CopyRowProps {
  readonly icon: 'pin' | 'invite' | 'wallet';
  readonly title: string;
  readonly text: string;
  readonly shown: string;
}

function CopyRow({ icon, title, text, shown }: CopyRowProps) {
  const { t } = useTranslation();
  async function take() {
    const copied = await copy(text);
    showToast(copied ? 'success' : 'error', copied ? t('copied') : t('copyFailed'));
  }
  return (
    <button type="button" className="row row--menu" onClick={() => void take()}>
      <span className="c2 inline-flex">
        <Icon name={icon} size="m" />
      </span>
      <span>{title}</span>{' '}
      <span className="row__end">
        <span className="num account__value">{shown}</span> <span className="visually-hidden">{t('action.copy')}</span>
        <Icon name="copy" size="xs" />
      </span>
    </button>
  );
}
