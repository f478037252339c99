// What a bot of several legs says about itself, derived for the eye: whether its legs stand even, how far funding has paid
// the fees, what the next settlement brings. Estimates at the present price; the books count exactly.
import type { BotDetail, BotLeg } from '@cormorant/contract/entities/bot.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { arbitrageKind } from '../arbitrage-kind.ts';

export function figureOf(bot: Pick<BotDetail, 'figures'>, key: string): string | null {
  const value = bot.figures?.find((figure) => figure.key === key)?.value;
  return value === undefined || Number.isNaN(Number(value)) ? null : value;
}

type Legged = Pick<BotDetail, 'legs' | 'figures' | 'phase' | 'status' | 'params' | 'market'>;

export type LegState = 'naked' | 'opening' | 'closing' | 'uneven' | 'waiting' | 'kept' | 'hedged' | 'flat';

/** Legs count in steps of their own markets: what is less than `step` is nothing held and no difference. Null = not known yet. */
export function legState(bot: Legged, step: string | null): LegState {
  const holds = (bot.legs ?? []).some(({ qty }) => Math.abs(Number(qty)) >= Number(step ?? '0') && Number(qty) !== 0);
  if (bot.status === 'stopped') return holds ? 'kept' : 'flat';
  if (bot.phase === 'error') return 'naked';
  if (bot.phase === 'opening' || bot.phase === 'closing') return bot.phase;
  if (step !== null && Math.abs(Number(figureOf(bot, 'delta') ?? '0')) >= Number(step)) return 'uneven';
  if (holds && arbitrageKind(bot) === 'funding') return 'hedged';
  return bot.status === 'running' ? 'waiting' : 'flat';
}

export function isHeld({ qty }: Pick<BotLeg, 'qty'>): boolean {
  return Number(qty) !== 0;
}

/** Null of a leg of a triangle that holds nothing: which way it goes is decided round by round. */
export function sideOf(
  bot: Pick<Legged, 'params' | 'market'>,
  leg: Pick<BotLeg, 'side' | 'qty'>,
): BotLeg['side'] | null {
  return !isHeld(leg) && arbitrageKind(bot) === 'triangular' ? null : leg.side;
}

export interface Progress {
  readonly funding: number;
  /** Paid so far, and what closing every leg at its mark would cost. */
  readonly fees: number;
  /** 0 to 1. */
  readonly share: number;
}

/** Null while nothing is held, or a fee is not known. */
export function breakEvenProgress(legs: readonly BotLeg[], takerOf: (leg: BotLeg) => string | null): Progress | null {
  if (legs.every(({ qty }) => Number(qty) === 0)) return null;
  let fees = 0;
  let funding = 0;
  for (const leg of legs) {
    const taker = takerOf(leg);
    if (taker === null || leg.mark_price === null) return null;
    fees += Number(leg.fee) + (Math.abs(Number(leg.qty)) * Number(leg.mark_price) * Number(taker)) / 100;
    funding += Number(leg.funding);
  }
  return { funding, fees, share: fees <= 0 ? 0 : Math.min(1, Math.max(0, funding / fees)) };
}

export interface NextFunding {
  readonly atMs: number;
  /** Percent. */
  readonly rate: string;
  /** In quote; positive = received. */
  readonly amount: number | null;
}

export function nextFunding(
  legs: readonly BotLeg[],
  symbol: Pick<MarketSymbol, 'funding_rate' | 'next_funding_at'> | undefined,
): NextFunding | null {
  const short = legs.find(({ market }) => market === 'futures');
  if (short === undefined || symbol?.funding_rate === undefined || !symbol.next_funding_at) return null;
  const worth = short.mark_price === null ? null : Math.abs(Number(short.qty)) * Number(short.mark_price);
  const sign = short.side === 'short' ? 1 : -1;
  return {
    atMs: symbol.next_funding_at,
    rate: symbol.funding_rate,
    amount: worth === null || worth === 0 ? null : (sign * worth * Number(symbol.funding_rate)) / 100,
  };
}
