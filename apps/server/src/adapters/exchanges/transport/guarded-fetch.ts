// The one way out to an exchange: to the hosts of its row only, over IPv4, without redirects, bounded in time and length.
// It keeps the last answer, because the exchange's own code says more than any client's class of error.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const MOST_BYTES = 1_000_000;

/** For an exchange's list of all its markets. */
export const LONG_ANSWER_BYTES = 64_000_000;

/** As much of a Response as a client reads. */
export interface GuardedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  text(): Promise<string>;
}

export interface GuardedFetch {
  readonly fetch: (url: string, init?: GuardedInit) => Promise<GuardedAnswer>;
  /** Null until something answered. */
  last(): { readonly status: number; readonly body: string; readonly headers: Headers } | null;
  /** What kept the last request from an answer, before a client made an error of its own of it; null where none was sent. */
  failure(): unknown;
}

export interface GuardedInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export class HostRefused extends Error {
  constructor(host: string) {
    super(`requests to ${host} are not allowed`);
    this.name = 'HostRefused';
  }
}

/** One request and its whole answer; it ends with the signal, and where the answer is longer than so many bytes. */
export type SendRequest = (
  url: URL,
  init: GuardedInit,
  signal: AbortSignal,
  mostBytes: number,
) => Promise<GuardedAnswer & { readonly body: string }>;

const sendOnce: SendRequest = (url, init, signal, mostBytes) => {
  const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { ...init.headers, 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const request = begin(url, { method: init.method ?? 'GET', headers, signal, family: 4 }, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) request.destroy(new Error('the answer is too long'));
        else parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const given = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const { statusCode: status = 0, statusMessage: statusText = '' } = response;
        resolve({ status, statusText, headers: new Headers(given), body, text: async () => body });
      });
    });
    request.on('error', reject);
    request.end(init.body);
  });
};

interface GuardedTerms {
  readonly mostBytes?: number;
  /** What carries a request, where that is not the network of this machine. */
  readonly send?: SendRequest | undefined;
}

/** Everything sent ends with the signal. */
export function guardedFetch(
  allowed: ReadonlySet<string>,
  signal: AbortSignal,
  { mostBytes = MOST_BYTES, send = sendOnce }: GuardedTerms = {},
): GuardedFetch {
  let last: ReturnType<GuardedFetch['last']> = null;
  let failure: unknown = null;
  return {
    last: () => last,
    failure: () => failure,
    fetch: async (address, init = {}) => {
      const url = new URL(address);
      if (!allowed.has(url.host)) throw new HostRefused(url.host);
      last = null;
      failure = null;
      const answer = await send(url, init, signal, mostBytes).catch((error: unknown) => {
        failure = error;
        throw error;
      });
      last = { status: answer.status, body: answer.body, headers: answer.headers };
      return answer;
    },
  };
}

const TOO_MANY = 429;
const BANNED = 418;
const MINUTE_MS = 60_000;

/** What an exchange's card says of being sent away. */
export interface AwayTerms {
  /** Its code says "too often", whatever its status. */
  readonly isLimited?: boolean;
  /** As long as "too often" is of an exchange that does not say so itself. */
  readonly limitedMs?: number | undefined;
  readonly ban?: { readonly status: number; readonly ms: number } | undefined;
}

/** How long nothing may be asked after this answer; 0 = the exchange did not send us away. */
export function awayMsOf({ status, headers }: { status: number; headers: Headers }, terms: AwayTerms = {}): number {
  const { isLimited = false, limitedMs, ban } = terms;
  const isBan = status === BANNED || status === ban?.status;
  if (status !== TOO_MANY && !isBan && !isLimited) return 0;
  const seconds = headers.get('retry-after');
  if (seconds !== null && /^\d{1,7}$/.test(seconds)) return Math.max(1, Number(seconds)) * 1_000;
  if (status === ban?.status) return ban.ms;
  return limitedMs ?? (status === BANNED ? 2 * MINUTE_MS : MINUTE_MS);
}
