// Symbols as Binance writes them: 'BTCUSDT' on spot and on contracts alike, told apart by the door they come through.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { words } from './errors.ts';
import type { Params } from './params.ts';

/** Its letters are large, where the script has large ones; the words of the refusal are older than the other scripts. */
const NAME = /^[\p{Lu}\p{Lo}\p{Lm}\p{M}\p{N}\-_.]{1,30}$/u;
const NAME_RANGE = '^[A-Z0-9-_.]{1,20}$';
const NAMES_RANGE = '^\\["[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}\\]$';

export function nameOf({ instrument }: SymbolDesk): string {
  return instrument.base + instrument.quote;
}

export class Symbols {
  readonly desks: readonly SymbolDesk[];
  readonly #byName: ReadonlyMap<string, SymbolDesk>;

  constructor(exchange: Exchange, market: MarketKind) {
    this.desks = exchange.desks.filter(({ instrument }) => instrument.market === market);
    this.#byName = new Map(this.desks.map((desk) => [nameOf(desk), desk]));
  }

  find(name: string): SymbolDesk | undefined {
    return this.#byName.get(name);
  }

  get(name: string): SymbolDesk {
    if (!NAME.test(name)) throw words.illegal('symbol', NAME_RANGE);
    const desk = this.#byName.get(name);
    if (desk === undefined) throw words.symbol();
    return desk;
  }

  need(params: Params): SymbolDesk {
    return this.get(params.needText('symbol'));
  }

  /** One by `symbol`, several by `symbols` (a JSON list), else all. */
  asked(params: Params): { desks: readonly SymbolDesk[]; isOne: boolean } {
    const one = params.text('symbol');
    const list = params.text('symbols');
    if (one !== null && list !== null) throw words.combination();
    if (one !== null) return { desks: [this.get(one)], isOne: true };
    if (list === null) return { desks: this.desks, isOne: false };
    return { desks: namesIn(list).map((name) => this.get(name)), isOne: false };
  }
}

function namesIn(list: string): string[] {
  try {
    const names: unknown = JSON.parse(list);
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  } catch {
    // Told below.
  }
  throw words.illegal('symbols', NAMES_RANGE);
}
