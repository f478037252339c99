/** Resolves with `value` after `ms`: the other side of a race against something that may never end. */
export function wait<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}
