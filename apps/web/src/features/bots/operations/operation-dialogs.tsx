// What stands between a button and its consequence: how to stop, whether to delete or close, that a running bot cannot be
// edited, and why an operation was refused, each with the way on.
import * as codes from '@cormorant/contract/codes.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { DialogAction } from '../../../ui/overlay-props.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { coinsOf } from '../grid-params.ts';
import { StopSheet } from './stop-sheet.tsx';
import type { Operations } from './use-operations.ts';

/** Counts with the core: a chunk of its own, loaded when somebody adds. */
const AddSheet = lazy(async () => ({ default: (await import('./add-sheet.tsx')).AddSheet }));

export interface OperationDialogsProps {
  readonly operations: Operations;
  /** After the bot is gone. */
  readonly onDeleted?: (botId: number) => void;
}

export function OperationDialogs({ operations, onDeleted }: OperationDialogsProps) {
  const { t } = useTranslation();
  const { question, open, busy, failure, dismiss } = operations;
  const cancel: DialogAction = { label: t('action.cancel'), onPress: dismiss };
  const isOpen = (kind: string) => open && question?.kind === kind && failure === null;
  const bot = question?.bot;
  const named = { name: bot?.name ?? '', symbol: bot?.symbol ?? '', coin: coinsOf(bot?.symbol ?? '').base };
  async function remove(botId: number) {
    if (await operations.run({ botId, action: 'delete' })) onDeleted?.(botId);
  }
  return (
    <>
      {question?.kind === 'stop' ? (
        <StopSheet key={question.bot.id} operations={operations} bot={question.bot} open={isOpen('stop')} />
      ) : null}
      {question?.kind === 'add' ? (
        <Suspense fallback={null}>
          <AddSheet key={question.bot.id} operations={operations} botId={question.bot.id} open={isOpen('add')} />
        </Suspense>
      ) : null}
      <Dialog
        open={isOpen('delete')}
        onClose={dismiss}
        icon="trash"
        tone="danger"
        title={t('bots.operate.deleteTitle', named)}
        text={t('bots.operate.deleteText')}
        actions={[
          cancel,
          {
            label: t('bots.operate.delete'),
            tone: 'danger',
            busy: busy !== null,
            onPress: () => void (bot && remove(bot.id)),
          },
        ]}
      />
      <Dialog
        open={isOpen('close')}
        onClose={dismiss}
        icon="withdraw"
        tone="warn"
        title={t('bots.operate.closeTitle', named)}
        text={t(bot?.status === 'running' ? 'bots.operate.closeText' : 'bots.operate.closeTextPaused', named)}
        actions={[
          cancel,
          {
            label: t('bots.operate.close'),
            tone: 'danger',
            busy: busy !== null,
            onPress: () => void (bot && operations.run({ botId: bot.id, action: 'close' })),
          },
        ]}
      />
      <Dialog
        open={isOpen('edit')}
        onClose={dismiss}
        icon="edit"
        title={t('bots.operate.editTitle')}
        text={t('bots.operate.editText')}
        actions={[
          cancel,
          {
            label: t('bots.operate.pauseAndEdit'),
            tone: 'primary',
            busy: busy !== null,
            onPress: () => void operations.pauseAndEdit(),
          },
        ]}
      />
      <RefusalDialog operations={operations} />
    </>
  );
}

const assetsCode = codes.funds_insufficient;
const busyCode = codes.bot_busy;

/** Says why, and offers what cures it: once more, the assets, or nothing but the sentence. */
function RefusalDialog({ operations }: { operations: Operations }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { failure, busy, forgetFailure } = operations;
  const [shown, setShown] = useState(failure);
  if (failure !== null && failure !== shown) setShown(failure);
  const understood: DialogAction = { label: t('action.gotIt'), onPress: forgetFailure };
  const code = shown?.error.code ?? null;
  const canRetry = shown !== null && (shown.error.passing || code === busyCode);
  // Of a key that is no good: where it is replaced.
  const go = shown?.error.data['go'];
  const keysAt = typeof go === 'string' && go.startsWith('/bind/') ? go : null;
  // Of another bot that stands in the way: that bot.
  const twin = shown?.error.data['bot_id'];
  function leaveFor(path: string) {
    forgetFailure();
    void navigate(path);
  }
  const more: DialogAction[] = canRetry
    ? [
        {
          label: t('action.retry'),
          tone: 'primary',
          busy: busy !== null,
          onPress: () => void operations.run(shown.intent),
        },
      ]
    : code === assetsCode
      ? [{ label: t('bots.operate.seeAssets'), tone: 'primary', onPress: () => void navigate('/my') }]
      : keysAt !== null
        ? [{ label: t('keys.edit'), tone: 'primary', onPress: () => void navigate(keysAt) }]
        : typeof twin === 'number'
          ? [{ label: t('editor.view'), tone: 'primary', onPress: () => leaveFor(`/strategy/detail/${twin}`) }]
          : [];
  return (
    <Dialog
      open={failure !== null && failure.error.message !== ''}
      onClose={forgetFailure}
      icon="warn"
      tone="warn"
      title={t('bots.operate.failed')}
      text={shown?.error.message}
      actions={[understood, ...more]}
    />
  );
}
