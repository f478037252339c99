// What Binance calls self-trade prevention: which of two orders of one account ends where they would trade with each other. It
// does not offer DECREMENT and TRANSFER here.
import type { Prevention } from '@cormorant/core/venue/sink.ts';
import type { OrderForm } from '../../store/records.ts';
import { BinanceError, words } from './errors.ts';
import type { Params } from './params.ts';

const PARAMETER = 'selfTradePreventionMode';
const KNOWN = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT', 'TRANSFER'] as const;
export const PREVENTION_MODES = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'] as const;
export type PreventionMode = (typeof PREVENTION_MODES)[number];

/** As on the real spot markets; contracts begin with none. */
export const SPOT_DEFAULT: PreventionMode = 'EXPIRE_MAKER';

const PREVENTIONS: Readonly<Record<PreventionMode, Prevention | null>> = {
  ...{ NONE: null, EXPIRE_TAKER: 'taker', EXPIRE_MAKER: 'maker', EXPIRE_BOTH: 'both' },
};

/** To be laid into the form of an order. */
export function readPrevention(params: Params, standard: PreventionMode): Pick<OrderForm, 'prevention'> {
  const asked = params.has(PARAMETER) ? params.oneOf(PARAMETER, KNOWN, () => words.value(PARAMETER)) : standard;
  const mode = PREVENTION_MODES.find((one) => one === asked);
  if (mode === undefined)
    throw new BinanceError(-1013, 'This symbol does not allow the specified self-trade prevention mode.');
  const prevention = PREVENTIONS[mode];
  return prevention === null ? {} : { prevention };
}

export function preventionMode({ prevention }: Pick<OrderForm, 'prevention'>): PreventionMode {
  return PREVENTION_MODES.find((mode) => PREVENTIONS[mode] === (prevention ?? null)) ?? 'NONE';
}
