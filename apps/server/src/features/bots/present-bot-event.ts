// Words what the runner tells about a bot for the sockets of its owner, in both languages.
import { hasLegs } from '@cormorant/core/strategies/registry.ts';
import type { ActionWritten, BotChanged, PositionChanged } from '../../ports/bot-events.ts';
import { PerLanguage, type PrivateEvent } from '../../ports/bus.ts';
import { actionView } from './action-view.ts';
import { figuresOf, money, percentOf } from './bot-figures.ts';
import { botView, runSeconds } from './bot-view.ts';
import { positionView } from './position-view.ts';

function perLanguage(make: (lang: 'zh' | 'en') => unknown): PerLanguage {
  return new PerLanguage(make('zh'), make('en'));
}

/** A bot's live event carries what its row shows, without what only the database can sum up. */
function presentBot(changed: BotChanged): unknown {
  const { bot, price, marketMs, whole } = changed;
  if (!whole) return presentPrice(changed);
  return perLanguage((lang) => {
    const view = botView(bot, { price, marketMs, lang }, undefined, []);
    const { curve: _curve, fuel_used: _fuel, profit_today: _today, params: _params, position_count, ...rest } = view;
    // What a bot of several legs holds stands in records that are not at hand here.
    return hasLegs(bot.kind, bot.direction) ? rest : { ...rest, position_count };
  });
}

/** What a new price alone changes: the same for every language, and sent each second for every live bot. */
function presentPrice({ bot, price, marketMs }: BotChanged): unknown {
  const figures = figuresOf(bot, price);
  const { investmentAtoms, totalAtoms, unrealizedAtoms } = figures;
  return {
    id: bot.id,
    price,
    unrealized: money(figures, unrealizedAtoms),
    total_profit: money(figures, totalAtoms),
    total_rate: percentOf(totalAtoms, investmentAtoms),
    run_seconds: runSeconds(bot, marketMs),
  };
}

export function presentBotEvent(event: PrivateEvent): PrivateEvent {
  const { channel, userId } = event;
  switch (channel) {
    case 'bot':
      return { channel, userId, data: presentBot(event.data as BotChanged) };
    case 'position': {
      const { position, bot, price, marketMs } = event.data as PositionChanged;
      const quote = price === null ? undefined : { last: price };
      return { channel, userId, data: perLanguage((lang) => positionView(position, bot, marketMs, quote, lang)) };
    }
    case 'action': {
      const { action, bot } = event.data as ActionWritten;
      return { channel, userId, data: perLanguage((lang) => actionView({ ...action, ...bot }, lang)) };
    }
    case 'account':
    case 'batch':
    case 'deposit':
    case 'withdraw':
      return event;
  }
}
