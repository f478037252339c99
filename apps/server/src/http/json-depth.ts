// How deep a JSON text nests, told before anything walks it: our schemas go a few levels down, and code that calls itself
// per level would run out of stack on a text that is nothing but brackets.
export const MOST_LEVELS = 32;

export function isTooDeep(text: string): boolean {
  let levels = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      levels += 1;
      if (levels > MOST_LEVELS) return true;
    } else if (character === '}' || character === ']') levels -= 1;
  }
  return false;
}
