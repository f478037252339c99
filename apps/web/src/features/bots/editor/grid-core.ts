// The door to the core's grid: loaded when the editor first needs it, so that the screen itself stays light. Everything
// the preview says is computed by the functions that the machine and the server use.
export async function loadGridCore() {
  const [params, preview, instruments, conversions, text, mulDiv, safe] = await Promise.all([
    import('@cormorant/core/strategies/grid/params.ts'),
    import('@cormorant/core/strategies/grid/preview.ts'),
    import('@cormorant/core/market/make-instrument.ts'),
    import('@cormorant/core/market/conversions.ts'),
    import('@cormorant/core/money/decimal-text.ts'),
    import('@cormorant/core/money/mul-div.ts'),
    import('@cormorant/core/money/safe-integer.ts'),
  ]);
  return {
    parse: params.parseGridParams,
    maxLevels: params.maxLevels,
    minLevels: params.MIN_LEVELS,
    preview: preview.previewGrid,
    makeInstrument: instruments.makeInstrument,
    ...conversions,
    parseScaled: text.parseScaled,
    formatScaled: text.formatScaled,
    mulDiv: mulDiv.mulDiv,
    MoneyError: safe.MoneyError,
  };
}

export type GridCore = Awaited<ReturnType<typeof loadGridCore>>;
