// When a bot and its exchange last agreed, as its owner sees it; what that look has compared.
import type { BotAgreement } from '@cormorant/contract/entities/bot.ts';
import type { BotRow } from '../../ports/bot-store.ts';

/** The exchange is compared every minute; an agreement older than three of them says nothing about now. */
const STALE_AFTER_MS = 180_000;

/** Undefined = not a live bot. An agreement of before its last start is none. */
export function agreementView(
  { agreed, startedMarketMs, status }: BotRow,
  wallMs: number,
): BotAgreement | null | undefined {
  if (status === 'stopped') return undefined;
  if (agreed === null || agreed.marketMs < (startedMarketMs ?? 0)) return null;
  const { atMs, holdings, marketMs, orders, trades } = agreed;
  const stale = wallMs - atMs > STALE_AFTER_MS ? 1 : 0;
  return { at: atMs, market_at: marketMs, stale, orders, trades, holdings: holdings.map((one) => ({ ...one })) };
}
