// The core's money and market code that every assistant counts with, loaded when an editor first needs it.
export async function loadCoreMoney() {
  const [instruments, conversions, text, mulDiv, safe] = await Promise.all([
    import('@cormorant/core/market/make-instrument.ts'),
    import('@cormorant/core/market/conversions.ts'),
    import('@cormorant/core/money/decimal-text.ts'),
    import('@cormorant/core/money/mul-div.ts'),
    import('@cormorant/core/money/safe-integer.ts'),
  ]);
  return {
    makeInstrument: instruments.makeInstrument,
    ...conversions,
    parseScaled: text.parseScaled,
    formatScaled: text.formatScaled,
    mulDiv: mulDiv.mulDiv,
    MoneyError: safe.MoneyError,
  };
}

export type CoreMoney = Awaited<ReturnType<typeof loadCoreMoney>>;
