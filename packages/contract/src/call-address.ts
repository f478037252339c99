// Where a call is asked: its path with the field that travels in it, and the rest of its query behind.
import type { Call } from './call.ts';

export interface CallAddress {
  readonly path: string;
  /** What goes behind the path. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** A call asked without its field keeps the empty place, which no call answers to. */
export function addressOf({ path, inPath }: Pick<Call, 'path' | 'inPath'>, query: unknown): CallAddress {
  const fields = (query ?? {}) as Readonly<Record<string, unknown>>;
  if (inPath === undefined) return { path, query: fields };
  const { [inPath]: value, ...rest } = fields;
  return { path: path.replace(`:${inPath}`, encodeURIComponent(String(value ?? ''))), query: rest };
}
