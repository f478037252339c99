// What coins and pairs are called. Exchanges list coins by names of any script ('币安人生'), so a name is letters and digits of any
// of them, and nothing that a symbol is put together with. Invariant: a name that fits here is safe in an address, a channel and a file.

const COIN = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}]`;
const BASE = `${COIN}{0,19}`;
const QUOTE = `${COIN}{1,9}`;

/** 'BTC', '1000PEPE', '币安人生'. */
export const coinName = new RegExp(`^${BASE}$`, 'u');
/** 'BTC/USDT'. */
export const pairName = new RegExp(`^${BASE}/${QUOTE}$`, 'u');
/** 'BTC/USDT', and its perpetual 'BTC/USDT:USDT'. */
export const marketName = new RegExp(`^${BASE}/${QUOTE}(:${QUOTE})?$`, 'u');
/** 'BTCUSDT', as some exchanges write both at once. */
export const joinedName = new RegExp(`^${COIN}{1,29}$`, 'u');
