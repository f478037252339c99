// A mail's text as its readers see it: a paragraph a line, and a line of digits alone is the code.
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

export function isCode(line: string): boolean {
  return /^\d+$/.test(line);
}
