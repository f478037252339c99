// Saves a stopped bot, with its legs if it has some, and takes it into its user's actor. A repeat of the same request finds
// the bot it made.
import * as codes from '@cormorant/contract/codes.ts';
import { formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { hasLegs, parseParams } from '@cormorant/core/strategies/registry.ts';
import type { LegSetup } from '../../ports/bot-record.ts';
import type { BotDraft } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { instrumentOf, venueName } from '../../ports/venue-market.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import { coordinatorFor, freshMultiLeg } from '../bots/read-multi-leg.ts';
import { accountForNew, type BotCommandDeps, issueNo, rulesOf } from './command-context.ts';

/** What is saved beside the bot itself. */
interface Extra {
  readonly legs: readonly LegSetup[];
  /** Of a bot of several legs: its params as read; the legs' own snapshots come with the start. */
  readonly engine: unknown;
}

export async function makeBot(
  deps: BotCommandDeps,
  opened: OpenActor,
  draft: BotDraft,
): Promise<{ id: number; again: boolean }> {
  const { clock, journal, store } = deps;
  const { actor } = opened;
  const tradingAccount = await accountForNew(deps, opened, draft.exchange);
  const { accountId, books } = tradingAccount;
  const { board, spec } = tradingAccount.connection;
  const { name, direction, params, investment, isPublic, symbolRules, ...origin } = draft;
  const extra = hasLegs(draft.kind, draft.direction)
    ? await legsFor(deps, opened, tradingAccount, draft)
    : { legs: [], engine: null };
  const [actionId] = await journal.reserve('bot_actions', 1);
  if (actionId === undefined) throw new Error('no id for a row of the log');
  // Of a market that nobody follows the board knows what was so when its exchange was last connected with.
  const isHeard = spec.paced || tradingAccount.connection.follows(symbolRules.symbol);
  const marketMs =
    (isHeard ? board.price(symbolRules.symbol)?.atMs : undefined) ??
    (await spec.venue.clock().catch(() => ({ marketNowMs: clock.nowMs() }))).marketNowMs;
  const setup = { name, direction, params, investment, isPublic, symbolRules, version: 1 };
  const row = {
    ...{ id: actionId, action: 'create' as const, actor: 'user' as const, why: 'create', data: {}, marketMs },
    ...{ code: null, side: null, price: null, qty: null, amount: null, profit: null, round: null },
  };
  const whole = { ...origin, accountId, books, createdMarketMs: marketMs };
  const made = await store.insertBot(whole, setup, actor.deps.token, row, extra.legs, extra.engine);
  if (made === 'fenced') throw new Refusal(codes.bot_busy);
  if (!actor.bots.has(made.id) && !actor.convoys.has(made.id)) {
    const places = [...opened.tradingAccounts.values()].map(({ place }) => place);
    const loaded = await store.load(draft.userId, places);
    const record = loaded.bots.find(({ id }) => id === made.id);
    if (record !== undefined && record.legs === 0) opened.seat(record, loaded);
    else if (record !== undefined) opened.seatConvoy(record, loaded);
  }
  return made;
}

/** Where the second leg of a bot over two exchanges trades; null = its owner has no account there that trades. */
async function secondDoor(deps: BotCommandDeps, opened: OpenActor, exchange: string): Promise<TradingAccount | null> {
  try {
    return await accountForNew(deps, opened, exchange);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * A leg in each market that the coordinator names. What the second exchange of two has is not known before its owner trades
 * there: until then its leg lies on the account of the first, with the filters of that, and does not start.
 */
async function legsFor(deps: BotCommandDeps, opened: OpenActor, home: TradingAccount, draft: BotDraft): Promise<Extra> {
  const { kind, params, investment, symbolRules } = draft;
  const instrument = instrumentOf(symbolRules);
  const investmentAtoms = parseQuote(instrument, investment, 'floor');
  const parsed = parseParams(kind, params, { instrument, lastTicks: 0, investmentAtoms });
  if (!parsed.ok) throw issueNo(parsed.issues);
  const coordinator = coordinatorFor({ id: 0, kind }, parsed.params);
  const specs = coordinator.legs(parsed.params);
  const rules: VenueSymbol[] = [];
  const codeB = String(params['exchange_b'] ?? '');
  const away = specs.some(({ exchange }) => exchange === 'b') ? await secondDoor(deps, opened, codeB) : null;
  const tradingAccounts = specs.map(({ exchange }) => (exchange === 'b' ? (away ?? home) : home));
  for (const [leg, { market, symbol }] of specs.entries())
    rules.push(await rulesOf(tradingAccounts[leg] ?? home, venueName(symbol, market)));
  const instruments = rules.map(instrumentOf);
  const convoy = freshMultiLeg(
    { id: 0, kind, investment },
    parsed.params,
    specs.map(() => 0),
    instruments,
  );
  const legs = specs.map(({ exchange, market, side, symbol }, leg): LegSetup => {
    const share = convoy.legs[leg]?.books.investmentAtoms ?? 0;
    const text = formatQuote(instruments[leg] as Instrument, share);
    const positionSide = coordinator.own === undefined ? 'net' : side;
    const { accountId, books } = tradingAccounts[leg] ?? home;
    const code = exchange === 'b' ? codeB : draft.exchange;
    const place = { accountId, books, exchange: code, positionSide } as const;
    return { ...place, market, symbol, direction: side, investment: text, symbolRules: rules[leg] as VenueSymbol };
  });
  return { legs, engine: { ...convoy, legs: [] } };
}
