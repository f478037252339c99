// Markets as Bitget names them: 'BTCUSDT' on spot and on contracts alike, told apart by the call they are asked of.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { JsonFields } from '../json-fields.ts';
import { words } from './errors.ts';

export const PRODUCT = 'USDT-FUTURES';
/** Of which nothing is listed here. */
const OTHER_PRODUCTS = new Set(['COIN-FUTURES', 'USDC-FUTURES', 'SUSDT-FUTURES', 'SCOIN-FUTURES', 'SUSDC-FUTURES']);
export const MARGIN_COIN = 'USDT';

export function pairOf({ instrument }: Pick<SymbolDesk, 'instrument'>): string {
  return instrument.base + instrument.quote;
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
    if (kind === 'futures') needProduct(fields);
    const pair = fields.needText('symbol');
    const desk = this.find(kind, pair);
    if (desk === undefined) throw words.symbol(pair);
    return desk;
  }

  /** One by `symbol`, else all of the kind. */
  asked(kind: MarketKind, fields: JsonFields): readonly SymbolDesk[] {
    if (fields.text('symbol') !== null) return [this.need(kind, fields)];
    if (kind === 'futures' && OTHER_PRODUCTS.has(fields.needText('productType').toUpperCase())) return [];
    if (kind === 'futures') needProduct(fields);
    return this.ofKind(kind);
  }
}

/** In whichever case it is written. */
function needProduct(fields: JsonFields): void {
  if (fields.needText('productType').toUpperCase() !== PRODUCT) throw words.parameter('productType');
}
