// A name as other people see it: its ends, never the whole.

/** The first two and last two letters; of a short name the first one. */
export function maskName(name: string): string {
  const letters = Array.from(name);
  const shown = letters.length > 5 ? 2 : 1;
  return `${letters.slice(0, shown).join('')}**${shown === 2 ? letters.slice(-2).join('') : ''}`;
}
