// What the signed calls stand on, and what they have in common: how a page of a history is asked for, which margin mode holds.
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { BackQuery } from '../../store/history.ts';
import type { JsonFields } from '../json-fields.ts';
import type { Instruments } from './instruments.ts';

export interface OkxDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly instruments: Instruments;
}

export function backQuery(instruments: Instruments, fields: JsonFields, most: number): BackQuery {
  return {
    symbols: instruments.asked(fields).map(({ symbol }) => symbol),
    ...{ belowId: fields.integer('after'), aboveId: fields.integer('before') },
    ...{ startMs: fields.integer('begin'), endMs: fields.integer('end'), limit: fields.limit(most, most) },
  };
}

export function modeOf({ contracts }: Exchange, account: Account, { instrument }: SymbolDesk) {
  return contracts.book.seatOf(account.id, instrument.symbol).marginMode;
}
