// How far from its average a bot stops, in percent: as entered, or as its machine has drawn it where the category has a stop
// of its own. Null where there is none, or none is drawn yet.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';

export function stopPercent({ stop_loss, watch }: Pick<BotDetail, 'stop_loss' | 'watch'>): string | null {
  if (stop_loss !== null) return stop_loss;
  const { average, stop_loss_price: stop } = watch ?? { average: null, stop_loss_price: null };
  if (average === null || stop === null) return null;
  return (Math.abs(1 - Number(stop) / Number(average)) * 100).toFixed(1);
}
