// Which bot of the caller already trades where another one is to start, told on the form before anything is asked of the
// server. It is a hint and refuses nothing: whether both are on one account is the server's to say, and so is whether two
// of opposite directions may stand side by side on a contract, of which it is silent.
import type { Bot } from '@cormorant/contract/entities/bot.ts';

export interface Wanted {
  /** Of the bot itself, where it exists. */
  readonly id: number | null;
  readonly exchange: string;
  readonly type: Bot['type'];
  readonly market: Bot['market'];
  readonly symbol: string;
  readonly direction: string;
  /** The coin that a triangle goes through. */
  readonly via: string | null;
}

export type Standing = Pick<Bot, 'id' | 'name'>;

/** The markets that a bot trades in, as 'market symbol'. */
function marketsOf({ type, market, symbol, via }: Pick<Wanted, 'type' | 'market' | 'symbol' | 'via'>): string[] {
  if (type !== 'arbitrage') return [`${market} ${symbol}`];
  if (market === 'futures') return [`spot ${symbol}`, `futures ${symbol}`];
  const [base = '', quote = ''] = symbol.split('/');
  if (via === null || via === '') return [`spot ${symbol}`];
  return [`spot ${symbol}`, `spot ${base}/${via}`, `spot ${via}/${quote}`];
}

/** A bot of several legs is alone in all its markets. */
function standsAlone({ type, direction }: Pick<Wanted, 'type' | 'direction'>): boolean {
  return type === 'arbitrage' || direction === 'dual';
}

function mayStandBeside(wanted: Wanted, other: Bot): boolean {
  if (standsAlone(wanted) || standsAlone(other)) return false;
  const directions = [wanted.direction, other.direction];
  if (wanted.market === 'spot') return directions[0] !== directions[1];
  return directions.includes('long') && directions.includes('short');
}

export function twinAmong(bots: readonly Bot[], wanted: Wanted): Standing | null {
  const markets = marketsOf(wanted);
  const twin = bots.find((other) => {
    if (other.id === wanted.id || other.status === 'stopped' || other.simulate === 1) return false;
    if (other.exchange !== wanted.exchange || mayStandBeside(wanted, other)) return false;
    const via = other.params['via'];
    return marketsOf({ ...other, via: typeof via === 'string' ? via : null }).some((one) => markets.includes(one));
  });
  return twin ?? null;
}
