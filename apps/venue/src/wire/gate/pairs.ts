// Markets as Gate names them: 'BTC_USDT' on spot and on contracts alike, told apart by the call they are asked of.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { JsonFields } from '../json-fields.ts';
import { words } from './errors.ts';

export const SETTLED_IN = 'USDT';
const FIELD = { spot: 'currency_pair', futures: 'contract' } as const;

export function pairOf({ instrument }: Pick<SymbolDesk, 'instrument'>): string {
  return `${instrument.base}_${instrument.quote}`;
}

export class Pairs {
  readonly #ofKind: Readonly<Record<MarketKind, readonly SymbolDesk[]>>;
  readonly #byName: ReadonlyMap<string, SymbolDesk>;

  constructor({ desks }: Exchange) {
    const of = (kind: MarketKind) => desks.filter(({ instrument }) => instrument.market === kind);
    this.#ofKind = { spot: of('spot'), futures: of('futures') };
    this.#byName = new Map(desks.map((desk) => [`${desk.instrument.market} ${pairOf(desk)}`, desk]));
  }

  find(kind: MarketKind, pair: string): SymbolDesk | undefined {
    return this.#byName.get(`${kind} ${pair}`);
  }

  ofKind(kind: MarketKind): readonly SymbolDesk[] {
    return this.#ofKind[kind];
  }

  need(kind: MarketKind, fields: JsonFields): SymbolDesk {
    const pair = fields.needText(FIELD[kind]);
    const desk = this.find(kind, pair);
    if (desk === undefined) throw kind === 'spot' ? words.pair(pair) : words.contract();
    return desk;
  }

  /** One by its name, else all of the kind. */
  asked(kind: MarketKind, fields: JsonFields): readonly SymbolDesk[] {
    return fields.text(FIELD[kind]) === null ? this.ofKind(kind) : [this.need(kind, fields)];
  }
}
