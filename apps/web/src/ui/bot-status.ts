// Which pill a bot wears, from its status and phase: mark and word, never colour alone.
import type { PillKind } from './marks.tsx';

export function pillOf(status: 'running' | 'paused' | 'stopped', phase: string): PillKind {
  if (status !== 'stopped' && phase === 'error') return 'error';
  if (status !== 'running') return status;
  return phase === 'waiting' ? 'waiting' : 'running';
}
