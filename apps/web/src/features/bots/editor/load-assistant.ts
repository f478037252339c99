// Finds the assistant of a category, loaded with the core's code when an editor first needs it.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { Assistant } from './assistant.ts';
import type { LadderKind } from './kind-core.ts';

async function ofKind(kind: LadderKind): Promise<Assistant> {
  const [{ loadCoreMoney }, { loadKindCore }, { kindAssistant }] = await Promise.all([
    import('./core-money.ts'),
    import('./kind-core.ts'),
    import('./kind-assistant.ts'),
  ]);
  const [money, core] = await Promise.all([loadCoreMoney(), loadKindCore(kind)]);
  return kindAssistant(money, core);
}

const loaders: Partial<Record<BotType['type'], () => Promise<Assistant>>> = {
  grid: async () => {
    const [{ loadGridCore }, { gridAssistant }] = await Promise.all([
      import('./grid-core.ts'),
      import('./grid-assistant.ts'),
    ]);
    return gridAssistant(await loadGridCore());
  },
  martin: () => ofKind('martin'),
  dca: () => ofKind('dca'),
  custom: () => ofKind('custom'),
  arbitrage: () => ofKind('arbitrage'),
};

export async function loadAssistant(type: BotType['type']): Promise<Assistant | null> {
  return (await loaders[type]?.()) ?? null;
}
