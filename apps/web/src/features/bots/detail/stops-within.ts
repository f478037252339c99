// How often a bot stopped out within the last day: trades of a stop that follow each other are one stop.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';

const dayMs = 86_400_000;

export function stopsWithinDay(fills: BotDetail['fills'], nowMs: number): number {
  let stops = 0;
  let before = '';
  for (const { t, purpose } of fills) {
    if (purpose === 'stop_loss' && before !== 'stop_loss' && t > nowMs - dayMs) stops += 1;
    before = purpose;
  }
  return stops;
}
