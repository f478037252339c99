// Starting points for a custom bot: plain, well-known rules, each with a stop. None is a promise: the editor shows how
// often each would have triggered in the last 30 days before anybody starts one.
import type { MarketKind } from '../../market/instrument.ts';
import type { RawParams } from '../../strategy/field.ts';

export interface CustomPreset {
  /** Has its name and its sentence in the web's words. */
  readonly key: 'rsi_dip' | 'ema_cross' | 'boll_reversal';
  readonly params: RawParams;
}

const close = (left: unknown, cmp: string, right: unknown, tf: string) => ({ left, cmp, right, tf, on: 'close' });
const all = (...items: unknown[]) => ({ op: 'all', items });
const rsi = { ind: 'rsi', args: [14] };
const ema = (n: number) => ({ ind: 'ema', args: [n] });
const boll = (out: string) => ({ ind: 'boll', args: [20, 2], out });
const price = { ind: 'price', args: [] };

/** Buys weakness inside a rise: RSI turns up through 30 while the price is above its long mean. */
const rsiDip = {
  open: all(close(rsi, 'cross_up', { num: '30' }, '1h'), close(price, '>', { ind: 'ma', args: [200] }, '1h')),
  close: all(close(rsi, '>', { num: '65' }, '1h')),
  take_profit: '3',
  cooldown_s: '3600',
};
/** Follows a trend: in when the fast mean crosses over the slow one, out when it crosses back. */
const emaCross = {
  open: all(close(ema(12), 'cross_up', ema(48), '4h')),
  close: all(close(ema(12), 'cross_down', ema(48), '4h')),
  cooldown_s: '14400',
};
/** Buys the return into the band and leaves at its middle. */
const bollReversal = {
  open: all(
    close(price, 'cross_up', boll('low'), '15m'),
    close({ ind: 'adx', args: [14], out: 'adx' }, '<', { num: '25' }, '1h'),
  ),
  close: all(close(price, '>=', boll('mid'), '15m')),
  take_profit: '2',
  cooldown_s: '900',
};

const spot = { amount: '50', max_positions: '1', stop_loss: '6' };
const futures = { ...spot, direction: 'long', leverage: '2', stop_loss: '6' };

export function customPresets(market: MarketKind): readonly CustomPreset[] {
  const base = market === 'spot' ? spot : futures;
  return [
    { key: 'rsi_dip', params: { ...base, ...rsiDip } },
    { key: 'ema_cross', params: { ...base, ...emaCross } },
    { key: 'boll_reversal', params: { ...base, ...bollReversal, stop_loss: '4' } },
  ];
}
