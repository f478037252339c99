// A row of the log in the reader's language: the sentence is made from its key and figures when it is read.
import type { Action } from '@cormorant/contract/entities/action.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { ruleText } from '@cormorant/contract/labels/rules.ts';
import { whyText } from '@cormorant/contract/labels/why.ts';
import { actionWords, wordsOf } from '@cormorant/contract/labels/words.ts';
import type { JsonObject } from '../../ports/bot-record.ts';
import type { ActionRow } from '../../ports/bot-store.ts';
import { shownName } from './bot-name.ts';

/** The figures of a sentence: what is neither text nor number belongs to the row's detail. */
function figures(data: JsonObject): Record<string, string | number> {
  const plain: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === 'string' || typeof value === 'number') plain[key] = value;
  }
  return plain;
}

/** Those of them that are figures, for a reader to look up. */
function decimals(data: JsonObject): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(data)) {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text)) found[key] = text;
  }
  return found;
}

export function actionView(row: Omit<ActionRow, 'positionId'> & { positionId?: number | null }, lang: Lang): Action {
  const reason = row.data['reason'];
  const detail = row.data['detail'];
  // Without a key nothing is cancelled and nothing stays at work: another sentence than that of other pauses.
  const why = row.why === 'pause' && reason === 'api' ? 'pause_api' : row.why;
  return {
    id: row.id,
    bot_id: row.botId,
    bot_name: shownName(row, lang),
    symbol: row.symbol,
    exchange: row.exchange,
    action: row.action,
    action_name: wordsOf(actionWords, row.action, lang),
    actor: row.actor,
    ...(row.side === null ? {} : { side: row.side }),
    ...(row.price === null ? {} : { price: row.price }),
    ...(row.qty === null ? {} : { qty: row.qty }),
    ...(row.amount === null ? {} : { amount: row.amount }),
    ...(row.profit === null ? {} : { profit: row.profit }),
    ...(typeof row.data['fuel'] === 'string' ? { fuel: row.data['fuel'] } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(row.code === null ? {} : { code: row.code }),
    msg: whyText(why, figures(row.data), lang),
    rule: ruleText(why, row.action, lang),
    figures: decimals(row.data),
    ...(typeof row.data['cid'] === 'string' ? { order_id: row.data['cid'] } : {}),
    ...(typeof detail === 'object' && detail !== null ? { detail: detail as NonNullable<Action['detail']> } : {}),
    ...(row.positionId === undefined || row.positionId === null ? {} : { position_id: row.positionId }),
    simulate: row.simulate ? 1 : 0,
    created_at: row.marketMs,
  };
}
