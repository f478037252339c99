// How a bot stands with its exchange. The server says whether its answer is stale; one that stays on the screen grows stale
// by how long it has been there, so that a wrong clock of the device decides nothing.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useEffect, useState } from 'react';

export type AgreementState = 'ok' | 'stale' | 'never' | 'differs';
export const agreementIcons = { ok: 'check', stale: 'clock', never: 'clock', differs: 'warn' } as const;
const staleAfterMs = 180_000;

/** Null = not a live bot, or nobody says. */
export function useAgreement({ agrees, drift }: Bot): AgreementState | null {
  const [oldAt, setOldAt] = useState<number | null>(null);
  const at = agrees?.at;
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setTimeout(() => setOldAt(at), staleAfterMs);
    return () => clearTimeout(timer);
  }, [at]);
  if (agrees === undefined) return null;
  if (drift?.kind === 'shortage') return 'differs';
  if (agrees === null) return 'never';
  return agrees.stale === 1 || oldAt === agrees.at ? 'stale' : 'ok';
}
