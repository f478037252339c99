// Instruments as OKX names and counts them: 'BTC-USDT' in coins, 'BTC-USDT-SWAP' in contracts. A contract is ten steps of its
// instrument, as BTC-USDT-SWAP there (0.01 BTC, in tenths); sizes are exact, whatever they are counted in.
import { formatQty, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Lots } from '@cormorant/core/money/units.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { JsonFields } from '../json-fields.ts';
import { words } from './errors.ts';

const LOTS_A_CONTRACT = 10;
const CONTRACT_DECIMALS = 1;

export const INST_TYPES = ['SPOT', 'SWAP', 'FUTURES', 'OPTION', 'MARGIN', 'ANY'] as const;
export type InstType = (typeof INST_TYPES)[number];

export function instTypeOf({ contract }: SymbolDesk): 'SPOT' | 'SWAP' {
  return contract === null ? 'SPOT' : 'SWAP';
}

export function instIdOf({ instrument, contract }: SymbolDesk): string {
  return `${familyOf({ instrument })}${contract === null ? '' : '-SWAP'}`;
}

export function familyOf({ instrument }: Pick<SymbolDesk, 'instrument'>): string {
  return `${instrument.base}-${instrument.quote}`;
}

/** Coins that one contract stands for; '' on spot. */
export function contractValue(desk: SymbolDesk): string {
  return desk.contract === null ? '' : formatQty(desk.instrument, LOTS_A_CONTRACT);
}

export function sizeText(desk: SymbolDesk, lots: Lots): string {
  return desk.contract === null ? formatQty(desk.instrument, lots) : formatScaled(lots, CONTRACT_DECIMALS, true);
}

/** Refuses what is no whole number of lots. */
export function lotsOf(desk: SymbolDesk, text: string): Lots {
  try {
    return desk.contract === null ? qtyToLots(desk.instrument, text, 'exact') : parseScaled(text, CONTRACT_DECIMALS);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw error.problem === 'digits' ? words.step() : words.large();
  }
}

/** As many whole contracts' tenths as a notional buys at a price, rounded up: where a tier begins. */
export function tierSize(desk: SymbolDesk, floorAtoms: number, ticks: number): string {
  const perLot = ticks * desk.instrument.quoteAtomsPerTickLot;
  return sizeText(desk, perLot === 0 ? 0 : Math.ceil(floorAtoms / perLot));
}

export class Instruments {
  readonly desks: readonly SymbolDesk[];
  readonly #byId: ReadonlyMap<string, SymbolDesk>;

  constructor({ desks }: Exchange) {
    this.desks = desks;
    this.#byId = new Map(desks.map((desk) => [instIdOf(desk), desk]));
  }

  find(instId: string): SymbolDesk | undefined {
    return this.#byId.get(instId);
  }

  need(fields: JsonFields, name = 'instId'): SymbolDesk {
    const desk = this.#byId.get(fields.needText(name));
    if (desk === undefined) throw words.instrument();
    return desk;
  }

  /** By `instType` and `instId`, as far as they are given. */
  asked(fields: JsonFields, standard?: InstType): readonly SymbolDesk[] {
    const type =
      fields.text('instType') === null && standard === undefined
        ? 'ANY'
        : fields.oneOf('instType', INST_TYPES, standard);
    const ofType = type === 'ANY' ? this.desks : this.desks.filter((desk) => instTypeOf(desk) === type);
    if (fields.text('instId') === null) return ofType;
    const one = this.need(fields);
    return ofType.filter((desk) => desk === one);
  }
}
