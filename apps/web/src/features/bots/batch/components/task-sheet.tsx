// How each bot of a task answered, while it runs and afterwards. It may be left at any time: the task goes on.
import type { TaskAction } from '@cormorant/contract/calls/batch.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { botListQuery } from '../../../../lib/queries.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Sheet } from '../../../../ui/overlays.tsx';
import { Row } from '../../../../ui/row.tsx';
import { type Batch, batchQuery } from '../api/batch.ts';

export function TaskSheet({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(batchQuery(taskId));
  // The list knows the names in the reader's language; a bot that is gone has the one it was asked by.
  const { data: bots } = useQuery(botListQuery());
  const nameOf = (id: number) => bots?.list.find((bot) => bot.id === id)?.name;
  const [shown, setShown] = useState<Batch | undefined>(data);
  if (data !== undefined && data !== shown) setShown(data);
  const total = shown?.total ?? 0;
  const action = shown === undefined ? '' : t(`records.batch.actions.${shown.action as TaskAction}`);
  return (
    <Sheet
      open={taskId !== ''}
      onClose={onClose}
      title={
        shown === undefined
          ? t('records.batch.title')
          : t('records.batch.progress', { action, done: shown.done, total })
      }
      foot={
        <Button className="fill" tone={shown?.status === 'done' ? 'primary' : 'plain'} onClick={onClose}>
          {t(shown?.status === 'done' ? 'records.batch.leave' : 'records.batch.goOn')}
        </Button>
      }
    >
      <progress className="batchprogress" value={shown?.done ?? 0} max={Math.max(1, total)} aria-label={action} />
      <p className="between t-meta mt-2" aria-live="polite">
        <span className="hstack">
          <span className="up">{t('records.batch.success', { count: shown?.success ?? 0 })}</span>
          {(shown?.failed ?? 0) > 0 ? (
            <span className="cd">{t('records.batch.failed', { count: shown?.failed ?? 0 })}</span>
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
            title={item.name === '' ? t('records.batch.gone') : nameOf(item.id) || item.name}
            meta={
              <>
                {`#${item.id}${item.symbol === '' ? '' : ` · ${item.symbol}`}`}
                {isRefused(item) ? <div className="cd">{item.msg}</div> : null}
              </>
            }
            {...(isRefused(item)
              ? {}
              : {
                  end: (
                    <span className={item.code === null ? 'c3 t-meta' : 'up t-meta'}>
                      {item.code === null ? t('records.batch.waiting') : item.msg}
                    </span>
                  ),
                })}
            {...(item.name === '' ? {} : { to: `/strategy/detail/${item.id}` })}
          />
        ))}
      </div>
    </Sheet>
  );
}

/** Why is a sentence, and has a line of its own. */
function isRefused({ code }: { readonly code: number | null }): boolean {
  return code !== null && code !== 1;
}

function ItemMark({ code }: { code: number | null }) {
  if (code === null) return <span className="spinner" aria-hidden="true" />;
  return (
    <span className={code === 1 ? 'cp' : 'cd'} aria-hidden="true">
      <Icon name={code === 1 ? 'check' : 'warn'} size="m" />
    </span>
  );
}
