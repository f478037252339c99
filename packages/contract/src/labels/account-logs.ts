// The kinds of rows that each of the three account logs can have, with their words.
import { type LogName, type LogType, logs, logTypes } from '@cormorant/core/ledger/log-types.ts';
import type { Lang } from '../envelope.ts';

export interface LogKind {
  readonly value: LogType;
  readonly label: string;
}

export function logKindsOf(name: LogName, lang: Lang): LogKind[] {
  const shown: readonly string[] = logs[name].types;
  return Object.entries(logTypes)
    .filter(([type]) => shown.includes(type))
    .map(([type, words]) => ({ value: type as LogType, label: words[lang] }));
}
