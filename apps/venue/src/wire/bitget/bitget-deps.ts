// What the signed calls stand on, and how a page of a history is asked for.
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { BackQuery } from '../../store/history.ts';
import type { JsonFields } from '../json-fields.ts';
import type { Pairs } from './pairs.ts';

export interface BitgetDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly pairs: Pairs;
}

export const MAX_ROWS = 100;

export function backQuery(symbols: readonly string[], fields: JsonFields): BackQuery {
  return {
    ...{ symbols, belowId: fields.integer('idLessThan'), aboveId: null },
    ...{
      startMs: fields.integer('startTime'),
      endMs: fields.integer('endTime'),
      limit: fields.limit(MAX_ROWS, MAX_ROWS),
    },
  };
}
