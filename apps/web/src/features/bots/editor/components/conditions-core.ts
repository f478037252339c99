// What the condition editor borrows from the core: the table of indicators, the strict reader and the count over past
// candles. Loaded when an editor first shows conditions.

export async function loadConditionsCore() {
  const [catalogue, reader, counter, instruments, rows, candles] = await Promise.all([
    import('@cormorant/core/indicators/catalogue.ts'),
    import('@cormorant/core/strategy/parse-conditions.ts'),
    import('@cormorant/core/strategy/count-triggers.ts'),
    import('@cormorant/core/market/make-instrument.ts'),
    import('@cormorant/core/market/candle-rows.ts'),
    import('@cormorant/core/market/candles.ts'),
  ]);
  return {
    INDICATORS: catalogue.INDICATORS,
    parseConditions: reader.parseConditions,
    countTriggers: counter.countTriggers,
    timeframesOf: counter.timeframesOf,
    makeInstrument: instruments.makeInstrument,
    columnsOfRows: rows.columnsOfRows,
    TIMEFRAME_MS: candles.TIMEFRAME_MS,
  };
}

export type ConditionsCore = Awaited<ReturnType<typeof loadConditionsCore>>;
