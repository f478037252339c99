// The colours of a chart, read from the tokens that stand on <html>, so that theme and up/down convention reach the canvas.

export interface ChartColours {
  readonly up: string;
  readonly down: string;
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  readonly surface: string;
  readonly primary: string;
  readonly warn: string;
  readonly font: string;
}

export function readChartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    up: token('--c-up'),
    down: token('--c-down'),
    text: token('--c-text'),
    faint: token('--c-text-3'),
    line: token('--c-line'),
    surface: token('--c-surface'),
    primary: token('--c-primary-text'),
    warn: token('--c-warn'),
    font: token('--font-num'),
  };
}

/** A token's hex colour with an opacity; the library parses no color-mix. */
export function fade(hex: string, opacity: number): string {
  const digits = hex.replace('#', '');
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const value = Number.parseInt(long, 16);
  return Number.isNaN(value) ? hex : `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${opacity})`;
}
