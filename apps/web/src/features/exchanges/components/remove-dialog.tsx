// Asks before a key set is deleted, and says why one that bots need stays.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../lib/api/errors.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { removeKeys } from '../api/keys.ts';

const IN_USE = 2010;

export interface RemoveDialogProps {
  readonly open: boolean;
  readonly keySet: ExchangeKey;
  readonly name: string;
  readonly onClose: () => void;
}

export function RemoveDialog({ keySet, name, onClose, open }: RemoveDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  function close() {
    setFailure(null);
    onClose();
  }
  async function remove() {
    setBusy(true);
    try {
      await removeKeys(keySet.id);
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  const inUse = failure?.code === IN_USE;
  const title = inUse ? t('keys.inUse.title') : t('keys.removeTitle', { name });
  const text = inUse ? t('keys.inUse.text', { name }) : (failure?.message ?? t('keys.removeText'));
  return (
    <Dialog
      open={open}
      onClose={close}
      icon={inUse ? 'warn' : 'trash'}
      tone={inUse ? 'warn' : 'danger'}
      title={title}
      text={text}
      actions={[
        { label: t('action.cancel'), onPress: close },
        inUse
          ? { label: t('keys.inUse.go'), tone: 'primary', onPress: () => void navigate('/strategy') }
          : { label: t('keys.removeGo'), tone: 'danger', busy, onPress: () => void remove() },
      ]}
    />
  );
}
