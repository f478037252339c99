// A call that answers a file: asked with the bearer like any other, kept as a file of the device. A refusal is an envelope
// and follows the same rules.
import { routes } from 'virtual:contract-routes';
import type { Envelope } from '@cormorant/contract/envelope.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useSession } from '../stores/session.ts';
import { useTheme } from '../stores/theme.ts';
import type { Input } from './client.ts';
import { followEnvelope } from './consequences.ts';
import { refusedError, transportError } from './errors.ts';

/** Long files take longer than other answers. */
const timeoutMs = 120_000;

export async function downloadExport({ query }: Input<'userExport'>): Promise<void> {
  const route = routes.userExport;
  const { token } = useSession.getState();
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  const headers = { 'X-lang': useTheme.getState().language, Authorization: `Bearer ${token}` };
  const response = await fetch(`${route.path}?${search}`, {
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    cache: 'no-store',
    credentials: 'omit',
  }).catch((error: Error) => {
    throw transportError(error.name === 'TimeoutError' ? 'timeout' : 'offline');
  });
  const isFile = (response.headers.get('content-type') ?? '').startsWith('text/csv');
  if (response.ok && isFile) {
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv';
    const file = await response.blob().catch(() => {
      throw transportError('offline');
    });
    saveFile(name, file);
    return;
  }
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (envelope === null) throw transportError(response.ok ? 'malformed' : 'http', response.status);
  followEnvelope(envelope, { route, screenHandled: true, quiet: true, token });
  throw refusedError(envelope);
}
