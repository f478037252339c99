// Asks the object storage, by default our own origin, what the newest release is. Whatever goes wrong on the way, the
// answer is nothing.
import { timeoutMs } from '../api/client.ts';
import { readUpdateInfo, type UpdateInfo } from './update-info.ts';

/** VITE_OSS_URL names another storage when the app is built; the server's OSS_ORIGIN must then allow it. */
export const updateAddress = `${(import.meta.env['VITE_OSS_URL'] ?? '').replace(/\/+$/, '')}/updates/update.json`;

export async function fetchUpdate(): Promise<UpdateInfo | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(updateAddress, { cache: 'no-store', credentials: 'omit', signal });
    return response.ok ? readUpdateInfo(await response.json()) : null;
  } catch {
    return null;
  }
}
