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

/** Both go the same way, or one of them shares its markets with nobody. */
type TwinReason = 'side' | 'alone';

interface Standing extends Pick<Bot, 'id' | 'name'> {
  readonly reason: TwinReason;
}

/** The markets that a bot trades in, as 'market symbol'. */
function marketsOf({ type, market, symbol, via }: Pick<Wanted, 'type' | 'market' | 'symbol' | 'via'>): string[] {
  if (type !== 'arbitrage') return [`${market} ${symbol}`];
  if (market === 'futures') return [`spot ${symbol}`, `futures ${symbol}`];
  const [base = '', quote = ''] = symbol.split('/');
  if (via === null || via === '') return [`spot ${symbol}`];
  return [`spot ${symbol}`, `spot ${base}/${via}`, `spot ${via}/${quote}`];
}

/** A bot of several legs is alone in all its markets, and one that may go either way on its contract. */
function standsAlone({ type, direction }: Pick<Wanted, 'type' | 'direction'>): boolean {
  return type === 'arbitrage' || direction === 'dual' || direction === 'neutral';
}

/** Null when both may stand side by side. */
function reasonAgainst(wanted: Wanted, other: Bot): TwinReason | null {
  if (standsAlone(wanted) || standsAlone(other)) return 'alone';
  return wanted.direction === other.direction ? 'side' : null;
}

export function twinAmong(bots: readonly Bot[], wanted: Wanted): Standing | null {
  const markets = marketsOf(wanted);
  for (const other of bots) {
    if (other.id === wanted.id || other.status === 'stopped' || other.simulate === 1) continue;
    const reason = reasonAgainst(wanted, other);
    if (other.exchange !== wanted.exchange || reason === null) continue;
    const via = other.params['via'];
    const own = marketsOf({ ...other, via: typeof via === 'string' ? via : null });
    if (own.some((one) => markets.includes(one))) return { id: other.id, name: other.name, reason };
  }
  return null;
}
