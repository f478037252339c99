// The browser as the rest of the app sees it: storage that never throws, where we are, how to leave, whether we are online.
// What only the native shell has stands beside it in native.ts.

interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  clear(): void;
  keys(): readonly string[];
}

/** Private modes and full disks make storage throw; the app then works without remembering. */
function safe(open: () => Storage): SafeStorage {
  function attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    write: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    clear: () => attempt((storage) => storage.clear(), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
  };
}

export const localStore = safe(() => window.localStorage);
export const sessionStore = safe(() => window.sessionStorage);

export function isOnline(): boolean {
  return navigator.onLine !== false;
}

export function onConnectivity(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/** Starts the app afresh, with whatever version is there now. */
export function restartApp(): void {
  window.location.reload();
}

export function webSocketAddress(path: string): string {
  return `${window.location.origin.replace(/^http/, 'ws')}${path}`;
}

/** True when the text reached the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** What lies on the clipboard, or null where the browser does not let us look. */
export async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

/** Browsers without the API, and pages served without TLS, cannot be asked. */
export function canReadClipboard(): boolean {
  return typeof navigator.clipboard?.readText === 'function';
}

/** Pages served without TLS have no clipboard API; the old command still works there. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

/** A UUID v4; `crypto.randomUUID` exists only in secure contexts. */
export function randomUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
