// Markets as Bybit names them: 'BTCUSDT' on spot and on linear contracts alike, told apart by their category.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { JsonFields } from '../json-fields.ts';
import { kindOf } from './call.ts';
import { errorOf, words } from './errors.ts';

const SETTLED_IN = 'USDT';

export function pairOf({ instrument }: Pick<SymbolDesk, 'instrument'>): string {
  return instrument.base + instrument.quote;
}

export function categoryOf({ contract }: Pick<SymbolDesk, 'contract'>): 'spot' | 'linear' {
  return contract === null ? 'spot' : 'linear';
}

export class Pairs {
  readonly desks: readonly SymbolDesk[];
  readonly #byName: ReadonlyMap<string, SymbolDesk>;

  constructor({ desks }: Exchange) {
    this.desks = desks;
    this.#byName = new Map(desks.map((desk) => [`${categoryOf(desk)} ${pairOf(desk)}`, desk]));
  }

  find(category: 'spot' | 'linear', pair: string): SymbolDesk | undefined {
    return this.#byName.get(`${category} ${pair}`);
  }

  ofKind(kind: MarketKind): readonly SymbolDesk[] {
    return this.desks.filter(({ instrument }) => instrument.market === kind);
  }

  need(fields: JsonFields): SymbolDesk {
    const kind = kindOf(fields);
    const desk = this.find(kind === 'spot' ? 'spot' : 'linear', fields.needText('symbol'));
    if (desk === undefined) throw errorOf('UNKNOWN_SYMBOL', kind);
    return desk;
  }

  needContract(fields: JsonFields): SymbolDesk {
    fields.oneOf('category', ['linear']);
    return this.need(fields);
  }

  /** One by `symbol`, else all of the category. */
  asked(fields: JsonFields): readonly SymbolDesk[] {
    return fields.text('symbol') === null ? this.ofKind(kindOf(fields)) : [this.need(fields)];
  }

  /** As `asked`, of lists that want to hear of contracts by their symbol or by what they are settled in. */
  settled(fields: JsonFields): readonly SymbolDesk[] {
    if (fields.text('symbol') !== null || kindOf(fields) === 'spot') return this.asked(fields);
    const coin = fields.text('settleCoin') ?? fields.text('baseCoin');
    if (coin === null) throw words.parameter('symbol or settleCoin');
    return fields.text('settleCoin') === null || coin === SETTLED_IN ? this.asked(fields) : [];
  }
}
