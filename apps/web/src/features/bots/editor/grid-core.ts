// The door to the core's grid: loaded when the editor first needs it, so that the screen itself stays light. Everything
// the preview says is computed by the functions that the machine and the server use.
import { loadCoreMoney } from './core-money.ts';

export async function loadGridCore() {
  const [money, fields, params, preview] = await Promise.all([
    loadCoreMoney(),
    import('@cormorant/core/strategies/grid/fields.ts'),
    import('@cormorant/core/strategies/grid/params.ts'),
    import('@cormorant/core/strategies/grid/preview.ts'),
  ]);
  return {
    ...money,
    parse: params.parseGridParams,
    maxLevels: params.maxLevels,
    minLevels: fields.MIN_LEVELS,
    minRangePpm: params.MIN_RANGE_PPM,
    preview: preview.previewGrid,
    previewOf: preview.previewOf,
  };
}

export type GridCore = Awaited<ReturnType<typeof loadGridCore>>;
