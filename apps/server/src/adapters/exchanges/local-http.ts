// One HTTP request to the local exchange and how it ended: with the venue's own answer, with its proven refusal, or
// without anything that could be believed (no connection, time-out, 5xx, a broken body).
import type { ZodType } from 'zod';
import { wireRefusal } from './local-wire.ts';

export interface LocalEndpoint {
  /** http://127.0.0.1:port without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
}

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
    const response = await fetch(endpoint.url + request.path, {
      method: request.method,
      headers: {
        'x-service-token': endpoint.token,
        ...(request.account === undefined ? {} : { 'x-account': request.account }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(endpoint.timeoutMs),
    });
    status = response.status;
    body = await response.json();
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
