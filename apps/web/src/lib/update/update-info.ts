// What updates/update.json says, and whether it offers anything to this app: strictly newer as dotted numbers, and meant
// for this platform. Whatever does not read as such a file counts as no file.
import type { Platform } from '../../platform/native.ts';
import type { Language } from '../stores/theme.ts';

export interface UpdateInfo {
  readonly version: string;
  readonly download_url: string;
  readonly checksum: string;
  /** What is new, in one text or one for each language. */
  readonly update_log: string | Readonly<Partial<Record<Language, string>>>;
  readonly force_update: boolean;
  /** Absent: meant for every platform. */
  readonly platform_support?: readonly string[];
}

/** Above zero when `left` is the newer; parts are numbers, missing ones 0. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left.split('.').map(Number), right.split('.').map(Number)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function offers(info: UpdateInfo, currentVersion: string, platform: Platform): boolean {
  const meant = info.platform_support === undefined || info.platform_support.includes(platform);
  return meant && compareVersions(info.version, currentVersion) > 0;
}

export function updateLog({ update_log: log }: UpdateInfo, language: Language): string {
  return typeof log === 'string' ? log : (log[language] ?? log.zh ?? log.en ?? '');
}

export function readUpdateInfo(value: unknown): UpdateInfo | null {
  if (typeof value !== 'object' || value === null) return null;
  const entry = value as Record<string, unknown>;
  const version = entry['version'];
  if (typeof version !== 'string' || !/^\d{1,9}(\.\d{1,9}){0,7}$/.test(version)) return null;
  const platforms = entry['platform_support'];
  return {
    version,
    download_url: textOf(entry['download_url']),
    checksum: textOf(entry['checksum']),
    update_log: logOf(entry['update_log']),
    force_update: entry['force_update'] === true,
    ...(Array.isArray(platforms) && { platform_support: platforms.filter((name) => typeof name === 'string') }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function logOf(value: unknown): UpdateInfo['update_log'] {
  if (typeof value !== 'object' || value === null) return textOf(value);
  const { zh, en } = value as Record<string, unknown>;
  return { ...(typeof zh === 'string' && { zh }), ...(typeof en === 'string' && { en }) };
}
