// Several requests to an exchange at a time, few enough that none waits long behind the others.

const AT_ONCE = 5;

export function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** A few under way at a time, begun in order. */
export async function atOnce<T>(works: readonly (() => Promise<T>)[], done: (value: T) => void): Promise<void> {
  const waiting = [...works];
  const worker = async () => {
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) done(await work());
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, works.length) }, worker));
}
