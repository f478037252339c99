// What a batch is asked about before it begins, and how each bot answered while it runs.
import type { BatchAction } from '@cormorant/contract/calls/batch.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { Dialog, Sheet } from '../../../../ui/overlays.tsx';
import { Row } from '../../../../ui/row.tsx';
import { PickOne } from '../../operations/pick-one.tsx';
import { type Batch, batchQuery } from '../api/batch.ts';
import type { BatchMode } from '../use-batch.ts';

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
      <Progress batch={batch} />
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

function Progress({ batch }: { batch: BatchMode }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(batchQuery(batch.taskId));
  const [shown, setShown] = useState<Batch | undefined>(data);
  if (data !== undefined && data !== shown) setShown(data);
  const total = shown?.total ?? 0;
  const action = shown === undefined ? '' : t(`records.batch.actions.${shown.action as BatchAction}`);
  return (
    <Sheet
      open={batch.taskId !== ''}
      onClose={batch.closeTask}
      title={
        shown === undefined
          ? t('records.batch.title')
          : t('records.batch.progress', { action, done: shown.done, total })
      }
      foot={
        <Button className="fill" tone={shown?.status === 'done' ? 'primary' : 'plain'} onClick={batch.closeTask}>
          {t('records.batch.leave')}
        </Button>
      }
    >
      <progress className="batchprogress" value={shown?.done ?? 0} max={Math.max(1, total)} aria-label={action} />
      <p className="between t-meta mt-2" aria-live="polite">
        <span className="hstack">
          <span className="up">{t('records.batch.success', { count: shown?.success ?? 0 })}</span>
          {(shown?.failed ?? 0) > 0 ? (
            <span className="down">{t('records.batch.failed', { count: shown?.failed ?? 0 })}</span>
          ) : null}
        </span>
        {shown?.status === 'done' ? null : (
          <span className="c3">{t(error ? 'records.batch.lost' : 'records.batch.running')}</span>
        )}
      </p>
      <div className="list list--inset mt-2">
        {shown?.items.map((item) => (
          <Row
            key={item.id}
            start={<ItemMark code={item.code} />}
            title={item.name === '' ? t('records.batch.gone') : item.name}
            meta={`#${item.id}${item.symbol === '' ? '' : ` · ${item.symbol}`}`}
            end={
              <span className={item.code === null ? 'c3 t-meta' : item.code === 1 ? 'up t-meta' : 'down t-meta'}>
                {item.code === null ? t('records.batch.waiting') : item.msg}
              </span>
            }
            {...(item.name === '' ? {} : { to: `/strategy/detail/${item.id}` })}
          />
        ))}
      </div>
    </Sheet>
  );
}

function ItemMark({ code }: { code: number | null }) {
  if (code === null) return <span className="spinner" aria-hidden="true" />;
  return (
    <span className={code === 1 ? 'up' : 'down'} aria-hidden="true">
      <Icon name={code === 1 ? 'check' : 'warn'} size="m" />
    </span>
  );
}
