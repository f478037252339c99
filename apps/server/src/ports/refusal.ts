// A request that is refused, on its way out of the checks it has to pass: a code of the catalogue and its details.

export interface RefusalDetail {
  /** Fills `{field}`, `{min}`, `{time}` … of the catalogue's text. */
  readonly params?: Readonly<Record<string, string | number>>;
  readonly data?: unknown;
  /** How long to wait before asking again; answered with HTTP 429. */
  readonly waitMs?: number;
  /** In-app path the client follows after 1 s; bot calls never set it. */
  readonly redirect?: string;
}

/** The only way in which use cases and the runner say no. HTTP answers it with status 200 in the caller's language. */
export class Refusal extends Error {
  readonly code: number;
  readonly detail: RefusalDetail;

  constructor(code: number, detail: RefusalDetail = {}) {
    super(`refused with ${code}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}
