// Which pill a bot wears, from its status and phase: mark and word, never colour alone.
import type { PillKind } from './marks.tsx';

export function pillOf(status: 'running' | 'paused' | 'stopped', phase: string): PillKind {
  if (status !== 'running') return status;
  if (phase === 'error') return 'error';
  return phase === 'waiting' ? 'waiting' : 'running';
}
