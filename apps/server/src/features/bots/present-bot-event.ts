// Words what the runner tells about a bot for the sockets of its owner, in both languages.
import type { ActionWritten, BotChanged, PositionChanged } from '../../ports/bot-events.ts';
import { PerLanguage, type PrivateEvent } from '../../ports/bus.ts';
import { actionView } from './action-view.ts';
import { botView } from './bot-view.ts';
import { positionView } from './position-view.ts';

function perLanguage(make: (lang: 'zh' | 'en') => unknown): PerLanguage {
  return new PerLanguage(make('zh'), make('en'));
}

/** A bot's live event carries what its row shows, without what only the database can sum up. */
function presentBot({ bot, price, marketMs }: BotChanged): PerLanguage {
  return perLanguage((lang) => {
    const {
      curve: _curve,
      profit_today: _today,
      params: _params,
      ...rest
    } = botView(bot, { price, marketMs, lang }, undefined, []);
    return rest;
  });
}

export function presentBotEvent(event: PrivateEvent): PrivateEvent {
  const { channel, userId } = event;
  switch (channel) {
    case 'bot':
      return { channel, userId, data: presentBot(event.data as BotChanged) };
    case 'position': {
      const { position, bot, price, marketMs } = event.data as PositionChanged;
      return { channel, userId, data: positionView(position, bot, price, marketMs) };
    }
    case 'action': {
      const { action, bot } = event.data as ActionWritten;
      return { channel, userId, data: perLanguage((lang) => actionView({ ...action, ...bot }, lang)) };
    }
    case 'account':
      return event;
  }
}
