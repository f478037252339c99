// What panic asks before it stops everything, what going on asks, and how each bot answered.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { Dialog, Sheet } from '../../../../ui/overlays.tsx';
import { TaskSheet } from '../../batch/components/task-sheet.tsx';
import type { PanicStep } from '../api/panic.ts';
import type { Panic } from '../use-panic.ts';

export interface PanicDialogsProps {
  readonly panic: Panic;
  readonly bots: readonly Bot[];
}

export function PanicDialogs({ panic, bots }: PanicDialogsProps) {
  const { t } = useTranslation();
  const { busy, closeTask, dismiss, error, question, run, taskId } = panic;
  const [last, setLast] = useState<PanicStep>('panic');
  if (question !== null && question !== last) setLast(question);
  const live = bots.filter(({ status }) => status !== 'stopped').length;
  const halted = bots.filter((bot) => bot.halted === 1).length;
  const count = last === 'panic' ? live : halted;
  return (
    <>
      <Sheet
        open={question !== null}
        onClose={dismiss}
        title={t(`safety.${last}.title`, { count })}
        foot={
          <>
            <Button className="fill" onClick={dismiss}>
              {t('action.cancel')}
            </Button>
            <Button
              className="fill"
              tone={last === 'panic' ? 'danger' : 'primary'}
              busy={busy}
              onClick={() => void run(last)}
            >
              {t(`safety.${last}.go`)}
            </Button>
          </>
        }
      >
        <div className="stack">
          <p className="t-body">{t(`safety.${last}.text`)}</p>
          {last === 'panic' ? <Note tone="warn">{t('safety.panic.warning')}</Note> : null}
          <p className="t-meta c3">{t(`safety.${last}.after`)}</p>
        </div>
      </Sheet>
      <Dialog
        open={error !== null && error.message !== ''}
        onClose={dismiss}
        icon="warn"
        tone="warn"
        title={t('safety.notBegun')}
        text={error?.message}
        actions={[
          { label: t('action.cancel'), onPress: dismiss },
          { label: t('action.retry'), tone: 'danger', busy, onPress: () => void run(last) },
        ]}
      />
      <TaskSheet taskId={taskId} onClose={closeTask} />
    </>
  );
}
