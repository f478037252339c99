// What can go wrong with a call, with the sentence a person reads. Server sentences arrive in the person's language; for
// answers that never came the client has its own.
import type { Envelope } from '@cormorant/contract/envelope.ts';
import { type ClientTextKey, clientTexts } from '@cormorant/contract/texts.ts';
import { useTheme } from '../stores/theme.ts';

export type ErrorKind = 'refused' | 'timeout' | 'offline' | 'aborted' | 'http' | 'malformed';

export class ApiError extends Error {
  readonly kind: ErrorKind;
  /** Code of the catalogue, or null when no envelope came. */
  readonly code: number | null;
  readonly status: number;
  /** Data of a refusal: `field`, `min`, `max`, `go` and such. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(kind: ErrorKind, message: string, code: number | null, status: number, data: unknown) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.data = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  }

  /** Whether asking again may help: nothing was refused, the way there or back was broken. */
  get passing(): boolean {
    return this.kind !== 'refused' && this.kind !== 'aborted' && this.status !== 403 && this.status !== 404;
  }
}

export function clientText(key: ClientTextKey): string {
  return clientTexts[key][useTheme.getState().language];
}

export function refusedError(envelope: Envelope): ApiError {
  return new ApiError('refused', envelope.msg || clientText('failed'), envelope.code, 200, envelope.data);
}

export function transportError(
  kind: Exclude<ErrorKind, 'refused'>,
  status = 0,
  envelope: Envelope | null = null,
): ApiError {
  return new ApiError(kind, sentence(kind, status, envelope), envelope?.code ?? null, status, envelope?.data);
}

const httpTexts: Readonly<Record<number, ClientTextKey>> = {
  401: 'http_401',
  403: 'http_403',
  404: 'http_404',
  500: 'http_500',
  502: 'http_502',
  503: 'http_503',
};

function sentence(kind: ErrorKind, status: number, envelope: Envelope | null): string {
  if (kind === 'timeout') return clientText('timeout');
  if (kind === 'offline') return clientText('offline');
  if (kind === 'aborted') return '';
  if (kind === 'malformed') return clientText('network_error');
  const key = httpTexts[status];
  if (key !== undefined) return clientText(key);
  return envelope !== null && envelope.msg !== '' ? envelope.msg : clientText('http_other');
}
