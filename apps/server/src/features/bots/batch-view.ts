// A task on many bots in the reader's language: each item's sentence is made from its code when it is read.
import { isErrorCode, successTextOf, type TextParams } from '@cormorant/contract/catalogue.ts';
import type { Batch } from '@cormorant/contract/entities/batch.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { sentenceOf } from '@cormorant/contract/refusal.ts';
import { type SuccessKey, successTexts } from '@cormorant/contract/texts.ts';
import type { BatchItem, BatchTask } from '../../ports/batch-store.ts';
import { shownName } from './bot-name.ts';

function sentence({ code, said, detail }: BatchItem, lang: Lang): string {
  if (code === null) return '';
  if (code === 1)
    return successTextOf(said !== null && Object.hasOwn(successTexts, said) ? (said as SuccessKey) : 'ok', lang);
  if (!isErrorCode(code)) return '';
  return sentenceOf(code, { params: detail?.['params'] as TextParams | undefined, data: detail?.['data'] }, lang);
}

export function batchView({ id, action, status, items }: BatchTask, lang: Lang): Batch {
  const answered = items.filter(({ code }) => code !== null);
  const success = answered.filter(({ code }) => code === 1).length;
  return {
    task_id: id,
    action,
    status,
    total: items.length,
    done: answered.length,
    success,
    failed: answered.length - success,
    items: items.map((item) => ({
      id: item.botId,
      name: item.typeId === null ? item.name : shownName({ name: item.name, typeId: item.typeId }, lang),
      symbol: item.symbol,
      code: item.code,
      msg: sentence(item, lang),
    })),
  };
}
