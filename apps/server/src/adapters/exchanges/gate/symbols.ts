// Gate's names of markets and ours: 'BTC_USDT' is a pair on spot and a perpetual among contracts, so a name means something only with
// its kind.
import type { MarketName } from '../shared/market-names.ts';

export function gateNameOf(symbol: string): MarketName {
  const [pair = '', settle] = symbol.split(':');
  return { symbol, id: pair.replace('/', '_'), kind: settle === undefined ? 'spot' : 'futures' };
}
