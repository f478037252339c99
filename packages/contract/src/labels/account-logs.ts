// The kinds of rows that each of the three account logs can have, with their words.
import { type LogName, type LogType, logs, logTypes } from '@cormorant/core/ledger/log-types.ts';
import type { Lang } from '../envelope.ts';

export interface LogKind {
  readonly value: LogType;
  readonly label: string;
}

export function logKindsOf(name: LogName, lang: Lang): LogKind[] {
  return logs[name].types.map((value) => ({ value, label: logTypes[value][lang] }));
}
