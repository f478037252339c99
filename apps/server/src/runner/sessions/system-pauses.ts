// What an exchange that is away and the operator's maintenance do to bots, and undo by themselves: after a minute without
// the exchange its bots show an error, after ten they pause; maintenance pauses at once, and so does a market that it has halted;
// one that it has taken off its list stops its bots for good. Only bots that were paused for such a reason resume with its end; keys that are no good and fuel that is used up pause their user's bots until that user
// resumes them. None of it waits for the exchange: what is under way there may never be answered.
import * as codes from '@cormorant/contract/codes.ts';
import type { PauseReason } from '@cormorant/core/strategy/strategy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UserActor } from '../accounts/user-actor.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';

const EXCHANGE_MISSED_MS = 60_000;
const EXCHANGE_GONE_MS = 600_000;

export interface SystemPausesDeps {
  readonly clock: Clock;
  readonly isMaintenance: () => boolean;
  readonly connections: readonly ExchangeConnection[];
}

/** What its exchanges and its keys mean for one bot. */
interface Fate {
  readonly reason: PauseReason;
  readonly isFuelOut: boolean;
  readonly isMissed: boolean;
  /** One of its markets takes no orders. */
  readonly haltedSymbol: string | undefined;
  /** One of its markets is no longer listed, and nothing of it stands there any more. */
  readonly isDelisted: boolean;
  /** All its exchanges answer, and nothing is under way there. */
  readonly mayResume: boolean;
}

/** To be called every second with the actors there are. */
export function createSystemPauses(deps: SystemPausesDeps): (actors: readonly UserActor[]) => void {
  const { clock, isMaintenance, connections } = deps;
  const upAtMs = new Map(connections.map((connection) => [connection, clock.nowMs()]));
  /** Actors whose last change is not written yet. */
  const changing = new WeakSet<UserActor>();
  /** Bots of several legs that were told to stop, and wait for the end of an order where a market still is. */
  const ending = new WeakSet<LiveMultiLegBot>();

  function awayMs(connection: ExchangeConnection): number {
    return clock.nowMs() - (upAtMs.get(connection) ?? clock.nowMs());
  }

  /** A bot of several legs needs all its exchanges. */
  function fateOf(actor: UserActor, live: LiveBot | LiveMultiLegBot): Fate {
    const legs = live instanceof LiveMultiLegBot ? live.legs : [live];
    const tradingAccounts = new Set(legs.map((leg) => actor.tradingAccountOf(leg)));
    const haltedSymbol = legs.find((leg) => actor.tradingAccountOf(leg).connection.halted.has(leg.botMarket.symbol))
      ?.record.symbol;
    const own = [...tradingAccounts].map(({ connection }) => connection);
    const isIdle =
      own.every(({ isUp }) => isUp) && ![...tradingAccounts].some((tradingAccount) => actor.isBusy(tradingAccount));
    const gone = legs.filter((leg) => {
      const { halted } = actor.tradingAccountOf(leg).connection;
      return halted.has(leg.botMarket.symbol) && halted.isGone(leg.botMarket.symbol, clock.nowMs());
    });
    const isDelisted = gone.length > 0 && gone.every(({ orders }) => orders.size === 0);
    const away = Math.max(...own.map(awayMs));
    const isKeyBad = own.some(({ spec }) => spec.keys.isBad(actor.userId));
    // A bot with a leg where the money is simulated costs no fuel.
    const isFuelOut = own.every(({ spec }) => spec.fuel?.isOut(actor.userId) === true);
    const ofUser: PauseReason = isKeyBad ? 'api' : isFuelOut ? 'fuel' : '';
    const ofExchange: PauseReason = away >= EXCHANGE_GONE_MS || haltedSymbol !== undefined ? 'exchange' : ofUser;
    return {
      reason: isMaintenance() ? 'maintenance' : ofExchange,
      isFuelOut,
      isMissed: away > EXCHANGE_MISSED_MS,
      haltedSymbol,
      isDelisted: isDelisted && isIdle,
      mayResume: isIdle,
    };
  }

  function apply(actor: UserActor): void {
    const commanded: { live: LiveBot | LiveMultiLegBot; reason: PauseReason; haltedSymbol: string | undefined }[] = [];
    const delisted: (LiveBot | LiveMultiLegBot)[] = [];
    const shown: (LiveBot | LiveMultiLegBot)[] = [];
    /** Paused by their rows alone while their exchange was not opened here. */
    const backs: (LiveBot | LiveMultiLegBot)[] = [];
    /** Whose fuel ran out while something else had paused them: from then on only their user resumes them. */
    const drained: (LiveBot | LiveMultiLegBot)[] = [];
    for (const live of actor.owners()) {
      if (live.broken) continue;
      const { haltedSymbol, isDelisted, isFuelOut, isMissed, mayResume, reason } = fateOf(actor, live);
      const { pauseReason, status } = live;
      const isEnding = live instanceof LiveMultiLegBot && ending.has(live);
      if (isDelisted && status !== 'stopped') {
        if (!isEnding) delisted.push(live);
        continue;
      }
      if (isEnding) ending.delete(live);
      const ours = pauseReason === 'maintenance' || pauseReason === 'exchange';
      const pauses = reason !== '' && status === 'running';
      const resumes = reason === '' && status === 'paused' && ours && mayResume;
      if (isFuelOut && status === 'paused' && ours) drained.push(live);
      live.exchangeMissed = isMissed;
      if (pauses || resumes) commanded.push({ live, reason, haltedSymbol });
      else if (status === 'running' && live.record.phase !== live.phase) shown.push(live);
      if (status === 'running' && live.record.status === 'paused') backs.push(live);
    }
    if (commanded.length + shown.length + backs.length + drained.length + delisted.length === 0) return;
    changing.add(actor);
    actor
      .act((turn) => {
        for (const live of drained) {
          const bot = live instanceof LiveMultiLegBot ? live.convoy : live.bot;
          bot.pauseReason = 'fuel';
          turn.log(live, { action: 'pause', why: 'pause', data: { reason: 'fuel' } });
        }
        for (const live of [...shown, ...backs, ...drained]) turn.touch(live);
        for (const live of backs) turn.log(live, { action: 'resume', why: 'resume' });
        for (const live of delisted) {
          actor.command(turn, live, { name: 'stop', close: false, reason: 'delisted' }, 'system');
          if (live instanceof LiveMultiLegBot) ending.add(live);
        }
        for (const { haltedSymbol, live, reason } of commanded) {
          if (haltedSymbol !== undefined)
            turn.log(live, {
              action: 'failed',
              why: 'market_halted',
              code: codes.market_closed,
              data: { symbol: haltedSymbol },
            });
          const command = reason === '' ? ({ name: 'resume' } as const) : ({ name: 'pause', reason } as const);
          actor.command(turn, live, command, 'system');
        }
      })
      // An actor that fails reads everything back, and is looked at again a second later.
      .catch(() => {})
      .finally(() => changing.delete(actor));
  }

  return (actors) => {
    for (const connection of connections) if (connection.isUp) upAtMs.set(connection, clock.nowMs());
    for (const actor of actors) if (!changing.has(actor)) apply(actor);
  };
}
