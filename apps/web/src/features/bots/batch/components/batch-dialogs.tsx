// What a batch is asked about before it begins.
import type { BatchAction } from '@cormorant/contract/calls/batch.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { Dialog, Sheet } from '../../../../ui/overlays.tsx';
import { PickOne } from '../../operations/pick-one.tsx';
import type { BatchMode } from '../use-batch.ts';
import { TaskSheet } from './task-sheet.tsx';

export function BatchDialogs({ batch }: { batch: BatchMode }) {
  const { t } = useTranslation();
  const { question, chosen, busy, dismiss, run, error } = batch;
  const [last, setLast] = useState<BatchAction>('close');
  if (question !== null && question !== last) setLast(question);
  const title = t('records.batch.confirm', { action: t(`records.batch.actions.${last}`), count: chosen.size });
  return (
    <>
      <StopMany batch={batch} title={title} />
      <Dialog
        open={question === 'close' || question === 'delete'}
        onClose={dismiss}
        icon={last === 'delete' ? 'trash' : 'withdraw'}
        tone="danger"
        title={title}
        text={t(last === 'delete' ? 'records.batch.deleteText' : 'records.batch.closeText')}
        actions={[
          { label: t('action.cancel'), onPress: dismiss },
          {
            label: t(`records.batch.actions.${last}`),
            tone: 'danger',
            busy,
            onPress: () => void run(last),
          },
        ]}
      />
      <Dialog
        open={error !== null && error.message !== ''}
        onClose={dismiss}
        icon="warn"
        tone="warn"
        title={t('records.batch.failedToStart')}
        text={error?.message}
        actions={[{ label: t('action.gotIt'), onPress: dismiss }]}
      />
      <TaskSheet taskId={batch.taskId} onClose={batch.closeTask} />
    </>
  );
}

function StopMany({ batch, title }: { batch: BatchMode; title: string }) {
  const { t } = useTranslation();
  const [keep, setKeep] = useState(false);
  return (
    <Sheet
      open={batch.question === 'stop'}
      onClose={batch.dismiss}
      title={title}
      foot={
        <>
          <Button className="fill" onClick={batch.dismiss}>
            {t('action.cancel')}
          </Button>
          <Button className="fill" tone="danger" busy={batch.busy} onClick={() => void batch.run('stop', keep ? 0 : 1)}>
            {t('records.batch.actions.stop')}
          </Button>
        </>
      }
    >
      <div className="stack" role="radiogroup" aria-label={t('records.batch.stopHow')}>
        <PickOne
          name="batch-stop"
          checked={!keep}
          onChange={() => setKeep(false)}
          title={t('records.batch.sell')}
          text={t('records.batch.sellText')}
        />
        <PickOne
          name="batch-stop"
          checked={keep}
          onChange={() => setKeep(true)}
          title={t('records.batch.keep')}
          text={t('records.batch.keepText')}
        />
        {keep ? (
          <Note tone="warn" live>
            {t('records.batch.keepWarning')}
          </Note>
        ) : null}
      </div>
    </Sheet>
  );
}
