// Every price that matters to a bot's position with its distance from the last price, highest first.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { paramOf } from '../grid-params.ts';
import { distancePercent } from './grid-book.ts';

export type LevelKind =
  | 'best'
  | 'fire'
  | 'take_profit'
  | 'average'
  | 'add'
  | 'stop_loss'
  | 'liquidation'
  | 'worst_liquidation';

export interface Level {
  readonly kind: LevelKind;
  readonly price: string;
  /** From the last price, in percent; null without one. */
  readonly percent: number | null;
}

type Watched = Pick<BotDetail, 'watch' | 'margin' | 'position' | 'take_profit' | 'stop_loss' | 'stop_unit' | 'status'>;

export function levelsOf(bot: Watched, price: string | null): Level[] {
  const { watch, margin, position } = bot;
  const levels: Level[] = [];
  const add = (kind: LevelKind, at: string | null | undefined) => {
    if (at) levels.push({ kind, price: at, percent: distancePercent(at, price) });
  };
  add('best', watch?.trail?.best);
  add('fire', watch?.trail?.fire);
  add('average', watch?.average ?? position?.avg_price);
  if (bot.status !== 'stopped') {
    const byPrice = bot.stop_unit === 'price';
    add('take_profit', watch?.take_profit_price ?? (byPrice ? bot.take_profit : null));
    add('stop_loss', watch?.stop_loss_price ?? (byPrice ? bot.stop_loss : null));
    add('add', watch?.next_add_price);
  }
  add('liquidation', margin?.liq_price);
  if (margin?.liq_price && margin.worst_liq_price !== margin.liq_price)
    add('worst_liquidation', margin.worst_liq_price);
  return levels.sort((a, b) => Number(b.price) - Number(a.price));
}

const widestPx = 51;
const pxPerRoot = 8.67;

/** A bar that still tells 0.1 % from 1 % beside 35 %: by the root of the distance. */
export function barWidth(percent: number): number {
  return Math.min(widestPx, Math.max(3, Math.round(pxPerRoot * Math.sqrt(Math.abs(percent)))));
}

/** Whether the target is only where following the best price begins. */
export function hasCallback(bot: Pick<BotDetail, 'params'>): boolean {
  return Number(paramOf(bot, 'tp_callback') ?? '0') > 0;
}
