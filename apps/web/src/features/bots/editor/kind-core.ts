// The doors to the core's code of the other kinds: how a kind reads its parameters, what its bot would be, and what its
// presets fill in. Each kind is a chunk of its own.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { ParamsContext, ParamsResult, RawParams } from '@cormorant/core/strategy/field.ts';
import type { Preview, PreviewContext } from '@cormorant/core/strategy/preview.ts';
import type { PresetKey } from './assistant.ts';

export type LadderKind = 'martin' | 'dca' | 'custom' | 'arbitrage';

export interface KindCore {
  parse(raw: RawParams, context: ParamsContext): ParamsResult<unknown>;
  preview(params: unknown, context: PreviewContext): Preview;
  presets(market: MarketKind): readonly { readonly key: PresetKey; readonly params: RawParams }[];
}

/** Params of a kind go from its parser to its own preview and nowhere else, so hiding their type here is safe. */
function kindCore<Params>(
  parse: (raw: RawParams, context: ParamsContext) => ParamsResult<Params>,
  preview: (params: Params, context: PreviewContext) => Preview,
  presets: KindCore['presets'],
): KindCore {
  return { parse, preview: preview as KindCore['preview'], presets };
}

const loaders: Readonly<Record<LadderKind, () => Promise<KindCore>>> = {
  martin: async () => {
    const [params, preview, presets] = await Promise.all([
      import('@cormorant/core/strategies/martin/dual-params.ts'),
      import('@cormorant/core/strategies/martin/dual-preview.ts'),
      import('@cormorant/core/strategies/martin/presets.ts'),
    ]);
    return kindCore(params.parseAnyMartin, preview.previewAnyMartin, presets.martinPresets);
  },
  dca: async () => {
    const [params, preview, presets] = await Promise.all([
      import('@cormorant/core/strategies/dca/params.ts'),
      import('@cormorant/core/strategies/dca/preview.ts'),
      import('@cormorant/core/strategies/dca/presets.ts'),
    ]);
    return kindCore(params.parseDcaParams, preview.previewDca, presets.dcaPresets);
  },
  arbitrage: async () => {
    const [params, preview, presets] = await Promise.all([
      import('@cormorant/core/strategies/arbitrage/params.ts'),
      import('@cormorant/core/strategies/arbitrage/preview.ts'),
      import('@cormorant/core/strategies/arbitrage/presets.ts'),
    ]);
    return kindCore(params.parseArbitrageParams, preview.previewArbitrage, presets.arbitragePresets);
  },
  custom: async () => {
    const [params, preview, presets] = await Promise.all([
      import('@cormorant/core/strategies/custom/params.ts'),
      import('@cormorant/core/strategies/custom/preview.ts'),
      import('@cormorant/core/strategies/custom/presets.ts'),
    ]);
    return kindCore(params.parseCustomParams, preview.previewCustom, presets.customPresets);
  },
};

export function loadKindCore(kind: LadderKind): Promise<KindCore> {
  return loaders[kind]();
}
