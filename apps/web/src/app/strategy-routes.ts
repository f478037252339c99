// The paths of the strategies, each with its chunk: list, editor and detail.
import type { ScreenRoute } from './screen-route.ts';

export const strategyRoutes: readonly ScreenRoute[] = [
  {
    path: 'strategy/martin/:exchange/:type',
    load: async () => (await import('../features/bots/editor/screens/create-bot.tsx')).CreateBot,
  },
  {
    path: 'strategy/martin/:id?',
    load: async () => (await import('../features/bots/editor/screens/edit-bot.tsx')).EditBot,
  },
];
