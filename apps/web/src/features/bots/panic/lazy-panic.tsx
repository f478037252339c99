// The sheets of panic are a chunk of their own, fetched behind the screen. One that cannot be fetched is tried again when it
// is asked for, and then told: the screen with the bots stays.
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/toasts.ts';
import type { PanicDialogsProps } from './components/panic-dialogs.tsx';
import type { Panic } from './use-panic.ts';

type Dialogs = ComponentType<PanicDialogsProps>;

const fetchDialogs = async (): Promise<Dialogs> => (await import('./components/panic-dialogs.tsx')).PanicDialogs;

export interface LazyPanicProps extends PanicDialogsProps {
  readonly load?: () => Promise<Dialogs>;
}

/** Something of it is to be shown. */
export function isAsked({ error, question, taskId }: Panic): boolean {
  return question !== null || taskId !== '' || error !== null;
}

export function LazyPanic({ load = fetchDialogs, ...props }: LazyPanicProps) {
  const { t } = useTranslation();
  const [Loaded, setLoaded] = useState<Dialogs | null>(null);
  const [failed, setFailed] = useState(false);
  const { dismiss } = props.panic;
  const asked = isAsked(props.panic);

  useEffect(() => {
    if (Loaded !== null) return;
    let left = false;
    load().then(
      (dialogs) => {
        if (!left) setLoaded(() => dialogs);
      },
      () => {
        if (!left) setFailed(asked);
      },
    );
    return () => {
      left = true;
    };
  }, [asked, load, Loaded]);
  useEffect(() => {
    if (!failed) return;
    setFailed(false);
    dismiss();
    showToast('error', t('safety.notBegun'));
  }, [dismiss, failed, t]);

  return asked && Loaded !== null ? <Loaded {...props} /> : null;
}
