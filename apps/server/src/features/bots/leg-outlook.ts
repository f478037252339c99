// What a bot of several legs trades beside its own market, as far as it can be said before it is made: its legs with their
// shares of the investment, and what their markets say to the preview.
import * as codes from '@cormorant/contract/codes.ts';
import { exchangeCards } from '@cormorant/contract/labels/exchanges.ts';
import { formatQuote, priceToTicks } from '@cormorant/core/market/conversions.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { coordinatorOf, hasLegs, isArbitrage, parseParams } from '@cormorant/core/strategies/registry.ts';
import type { LegSpec } from '@cormorant/core/strategy/coordinator.ts';
import type { LegOutlook, LegQuote } from '@cormorant/core/strategy/preview.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { venueName } from '../../ports/venue-market.ts';
import type { Markets, Outlook } from './bot-deps.ts';
import { instrumentOf } from './bot-figures.ts';
import { investmentAtomsOf } from './check-params.ts';

interface Wanted {
  readonly kind: BotKind;
  readonly exchange: string;
  /** Of the bot's own market. */
  readonly rules: VenueSymbol;
  readonly params: Readonly<Record<string, unknown>>;
  readonly investment: string;
}

export interface LegShare extends LegSpec {
  /** The code of the exchange it trades at. */
  readonly at: string;
  /** In the bot's quote coin. */
  readonly investment: string;
}

const RATE_DECIMALS = 6;

/** Empty for a bot that trades by itself, and for params that cannot be read. */
export function legSharesOf({ exchange, kind, rules, params, investment }: Wanted): LegShare[] {
  if (!hasLegs(kind, params['direction'])) return [];
  const instrument = instrumentOf(rules);
  const investmentAtoms = Math.max(0, investmentAtomsOf(instrument, investment));
  const parsed = parseParams(kind, params, { instrument, lastTicks: 0, investmentAtoms });
  const coordinator = parsed.ok ? coordinatorOf(kind, parsed.params) : null;
  if (!parsed.ok || coordinator === null) return [];
  const shares = coordinator.shares(parsed.params, investmentAtoms);
  return coordinator.legs(parsed.params).map((spec, leg) => ({
    ...spec,
    at: spec.exchange === 'b' ? String(params['exchange_b']) : exchange,
    investment: formatQuote(instrument, shares[leg] ?? 0),
  }));
}

/** The other of two exchanges is one that the house knows. */
export function assertOtherExchange(exchange: string, { exchange_b: other }: Readonly<Record<string, unknown>>): void {
  if (other === undefined || other === null) return;
  if (other === exchange || !exchangeCards.some(({ code }) => code === other))
    throw new Refusal(codes.bot_params_invalid, { data: { field: 'exchange_b' } });
}

/** A leg is at an exchange where keys can be bound, but where no bot trades. */
export function tradesElsewhere(markets: Markets, legs: readonly LegShare[]): boolean {
  return legs.some(({ at }) => markets.exchange(at) === undefined);
}

export function assertTradesHere(markets: Markets, legs: readonly LegShare[]): void {
  if (tradesElsewhere(markets, legs)) throw new Refusal(codes.exchange_unsupported, { data: { field: 'exchange_b' } });
}

/** 3005 where a leg's market is not listed, 3009 while it is halted, each naming the pair; 2015 where nobody can say. */
export function assertLegsTrade(markets: Markets, legs: readonly LegShare[]): void {
  for (const { at, exchange, market, symbol } of legs) {
    const place = markets.exchange(at);
    if (place === undefined) continue; // saved like this; a start says it
    const data = { field: 'symbol', pair: symbol, ...(exchange === 'b' && { exchange: at }) };
    const rules = markets.symbol(at, venueName(symbol, market));
    if (rules === undefined && !place.open) throw new Refusal(codes.exchange_busy, { data: { exchange: at } });
    if (rules === undefined) throw new Refusal(codes.pair_invalid, { data });
    if (rules.status !== 'trading') throw new Refusal(codes.market_closed, { data });
  }
}

function quoteOf(markets: Markets, exchange: string, { symbol, market }: LegSpec): LegQuote | null {
  const name = venueName(symbol, market);
  const [rules, last] = [markets.symbol(exchange, name), markets.quote(exchange, name)?.last];
  if (rules === undefined || last === undefined) return null;
  const instrument = instrumentOf(rules);
  const ticks = priceToTicks(instrument, last, 'floor');
  return { instrument, bidTicks: ticks, askTicks: ticks };
}

function legOutlookOf(markets: Markets, exchange: string, legs: readonly LegShare[]): LegOutlook {
  const spot = legs.find(({ market }) => market === 'spot');
  const taker = spot === undefined ? undefined : markets.symbol(exchange, venueName(spot.symbol, 'spot'))?.taker;
  const quotes = legs.map((leg) => (leg.exchange === 'a' ? quoteOf(markets, exchange, leg) : null));
  const [via, cross, coin] = quotes;
  return {
    ...(taker === undefined ? {} : { spotTakerPpm: parseScaled(taker, RATE_DECIMALS) }),
    ...(via && cross && coin ? { triangle: [via, cross, coin] } : {}),
  };
}

/** What a preview is told of the market, and of those of the other legs. */
export async function outlookOf(markets: Markets, wanted: Wanted): Promise<Outlook> {
  const { exchange, kind, rules } = wanted;
  const own = await markets.outlook(exchange, rules.symbol);
  return isArbitrage(kind) ? { ...own, legs: legOutlookOf(markets, exchange, legSharesOf(wanted)) } : own;
}
