// The paths of the strategies, each with its chunk: list, editor and detail.
import type { ScreenRoute } from './screen-route.ts';

export const strategyRoutes: readonly ScreenRoute[] = [
  {
    path: 'strategy',
    load: async () => (await import('../features/bots/list/screens/strategies.tsx')).Strategies,
  },
  {
    path: 'strategy/detail/:id',
    load: async () => (await import('../features/bots/detail/screens/strategy-detail.tsx')).StrategyDetail,
  },
  {
    path: 'strategy/bill/:exchange',
    load: async () => (await import('../features/bots/bill/screens/bill.tsx')).Bill,
  },
  {
    path: 'my/positions',
    load: async () => (await import('../features/bots/positions/screens/positions.tsx')).Positions,
  },
  {
    path: 'strategy/logs',
    load: async () => (await import('../features/bots/logs/screens/strategy-logs.tsx')).StrategyLogs,
  },
  {
    path: 'strategy/action/:id',
    load: async () => (await import('../features/bots/logs/screens/bot-actions.tsx')).BotActions,
  },
  {
    path: 'strategy/size',
    load: async () => (await import('../features/bots/editor/screens/size.tsx')).Size,
  },
  {
    path: 'strategy/martin/:exchange/:type',
    load: async () => (await import('../features/bots/editor/screens/create-bot.tsx')).CreateBot,
  },
  {
    path: 'strategy/martin/:id?',
    load: async () => (await import('../features/bots/editor/screens/edit-bot.tsx')).EditBot,
  },
];
