// The content policy lets no string become markup. The chart library sets one all the same, the drawing of its maker's
// mark, which its licence asks for: that drawing, and nothing else, is let through.

/** Shapes only: no link, no handler, no style, no script can stand in it. */
export function isDrawing(markup: string): boolean {
  const tags = markup.match(/<[^>]*>/g) ?? [];
  const shapes = tags.every((tag) => /^<\/?(svg|g|path|defs|clipPath)(\s+[\w-]+="[\w\s#().,:/-]*")*\s*\/?>$/.test(tag));
  const unsafe = /\s(on\w+|href|style|xlink:\w+)=|javascript:/i.test(markup);
  return markup.startsWith('<svg ') && shapes && !unsafe && markup.replace(/<[^>]*>/g, '').trim() === '';
}

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(markup: string): string | null }): unknown;
}

let trusted = false;

/** Must be called before the first chart; browsers without the feature need nothing. */
export function trustMark(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trusted || trustedTypes === undefined) return;
  trusted = true;
  trustedTypes.createPolicy('default', { createHTML: (markup) => (isDrawing(markup) ? markup : null) });
}
