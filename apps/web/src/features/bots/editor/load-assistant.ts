// Finds the assistant of a category, loaded with the core's code when an editor first needs it.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { Assistant } from './assistant.ts';

const loaders: Partial<Record<BotType['type'], () => Promise<Assistant>>> = {
  grid: async () => {
    const [{ loadGridCore }, { gridAssistant }] = await Promise.all([
      import('./grid-core.ts'),
      import('./grid-assistant.ts'),
    ]);
    return gridAssistant(await loadGridCore());
  },
};

export async function loadAssistant(type: BotType['type']): Promise<Assistant | null> {
  return (await loaders[type]?.()) ?? null;
}
