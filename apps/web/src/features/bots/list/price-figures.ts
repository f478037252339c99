// What a new price alone changes of a bot.
import type { Bot } from '@cormorant/contract/entities/bot.ts';

const priceFigures: ReadonlySet<string> = new Set<keyof Bot>([
  'price',
  'unrealized',
  'total_profit',
  'total_rate',
  'run_seconds',
]);

/** Whether everything else of both is the same. */
export function differsInPriceOnly(before: Bot, after: Bot): boolean {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Bot>;
  return [...keys].every((key) => priceFigures.has(key) || before[key] === after[key]);
}
