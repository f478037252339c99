// The devices that are signed in, last used first, each with its way out; this one is marked and has none here.
import type { Device } from '@cormorant/contract/calls/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/marks.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Failed, SkeletonRows } from '../../../ui/states.tsx';
import { dayTime } from '../../../ui/times.ts';
import { devicesQuery, signOut } from '../api/devices.ts';

const terminals = { 1: 'web', 2: 'ios', 3: 'android', 4: 'wallet' } as const;

export function DeviceList() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(devicesQuery());
  const [asked, setAsked] = useState<Device | 'others' | null>(null);
  if (!data) {
    return (
      <Card flush aria-busy={!error}>
        {error ? (
          <Failed text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonRows count={2} label={t('ui.loading')} />
        )}
      </Card>
    );
  }
  const others = data.list.filter((device) => device.current === 0);
  return (
    <>
      <Card flush>
        <ul className="list list--inset" aria-label={t('settings.device.title')}>
          {data.list.map((device) => (
            <DeviceRow key={device.id} device={device} onSignOut={() => setAsked(device)} />
          ))}
        </ul>
      </Card>
      {others.length === 0 ? (
        <p className="riskline">{t('settings.device.onlyThis')}</p>
      ) : (
        <Button tone="danger-soft" size="l" block className="btn--surface" onClick={() => setAsked('others')}>
          {t('settings.device.othersButton')}
        </Button>
      )}
      <p className="riskline">{t('settings.device.note')}</p>
      <SignOutDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const { t } = useTranslation();
  const name = device.device_label || t('settings.device.unknown');
  const terminal = terminals[device.terminal as keyof typeof terminals];
  return (
    <li className="row">
      <span className="devicemark">
        <Icon name={terminal === 'wallet' ? 'wallet' : 'device'} size="m" />
      </span>
      <div className="row__body fill">
        <div className="row__title">
          <span className="truncate">{name}</span>
          {device.current ? <Tag kind="p">{t('settings.device.current')}</Tag> : null}
        </div>
        <div className="row__meta">
          {terminal ? `${t(`settings.device.terminal.${terminal}`)} · ` : ''}
          <span className="num">{device.ip}</span>
        </div>
        <div className="row__meta num">{t('settings.device.lastUsed', { time: dayTime(device.last_seen_at) })}</div>
      </div>
      {device.current ? null : (
        <Button
          tone="danger-soft"
          size="s"
          aria-label={t('settings.device.signOutNamed', { name })}
          onClick={onSignOut}
        >
          {t('settings.device.signOut')}
        </Button>
      )}
    </li>
  );
}

function SignOutDialog({ asked, onClose }: { asked: Device | 'others' | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  // What was asked last stays written while the dialog moves away.
  const [shown, setShown] = useState(asked);
  if (asked !== null && asked !== shown) setShown(asked);
  async function confirm() {
    if (asked === null) return;
    setBusy(true);
    await signOut(asked === 'others' ? asked : asked.id).catch(() => undefined);
    setBusy(false);
    onClose();
  }
  const name = shown === null || shown === 'others' ? '' : shown.device_label || t('settings.device.unknown');
  const all = shown === 'others';
  return (
    <Dialog
      open={asked !== null}
      onClose={onClose}
      icon="logout"
      title={all ? t('settings.device.othersTitle') : t('settings.device.signOutTitle')}
      text={all ? t('settings.device.othersText') : t('settings.device.signOutText', { name })}
      actions={[
        { label: t('action.cancel'), onPress: onClose },
        { label: t('settings.device.signOut'), tone: 'danger', busy, onPress: () => void confirm() },
      ]}
    />
  );
}
