// One HTTP request to the local exchange and how it ended: with the venue's own answer, with its proven refusal, or
// without anything that could be believed (no connection, time-out, 5xx, a broken body).
import type { ZodType } from 'zod';
import { wireRefusal } from './rows.ts';

/** One HTTP exchange; rejects when no whole answer came in time. */
export type SendHttp = (
  url: string,
  request: { method: string; headers: Record<string, string>; body?: string },
  timeoutMs: number,
) => Promise<{ status: number; body: unknown }>;

export interface LocalEndpoint {
  /** http://127.0.0.1:port without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
  /** The network, unless it is the real one. */
  readonly send?: SendHttp;
}

const sendByFetch: SendHttp = async (url, request, timeoutMs) => {
  const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  return { status: response.status, body: await response.json() };
};

export type Reply<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'refusal'; status: number; code: string }
  | { kind: 'nothing'; detail: string };

export interface LocalRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly account?: string;
  readonly body?: unknown;
}

/** Statuses by which the venue itself says that it did nothing. Any other failure is silence. */
const provenStatuses = new Set([400, 401, 403, 404, 405, 413, 429]);

export async function askLocal<T>(
  endpoint: LocalEndpoint,
  request: LocalRequest,
  schema: ZodType<T>,
): Promise<Reply<T>> {
  let status: number;
  let body: unknown;
  try {
    const { send = sendByFetch, timeoutMs, token, url } = endpoint;
    const { account, method, path } = request;
    const headers = {
      'x-service-token': token,
      ...(account === undefined ? {} : { 'x-account': account }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
    ({ status, body } = await send(url + path, { method, headers, ...sent }, timeoutMs));
  } catch (error) {
    return { kind: 'nothing', detail: String((error as Error).cause ?? error) };
  }
  if (status === 200) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return { kind: 'answer', value: parsed.data };
    return { kind: 'nothing', detail: `broken reply to ${request.path}: ${parsed.error.issues[0]?.message ?? ''}` };
  }
  const refusal = wireRefusal.safeParse(body);
  if (provenStatuses.has(status) && refusal.success) return { kind: 'refusal', status, code: refusal.data.code };
  return { kind: 'nothing', detail: `HTTP ${status} to ${request.path}` };
}
