// What a grid trades first, in the words of its side: a long buys at market, a short sells, and a neutral grid does nothing.
import { formatUsdt } from '../../../ui/figures.ts';
import { compareNumbers, groupedNumber } from '../../../ui/typed-number.ts';
import type { PlanMoney } from './assistant.ts';
import type { Values } from './field-rules.ts';

/** In the line of a summary, and short beside other figures. */
export function firstOrderLabels(values: Values) {
  const triggered = (values['trigger_price'] ?? '') !== '';
  if (values['direction'] === 'short')
    return { line: triggered ? 'editor.sellAtTrigger' : 'editor.marketSell', short: 'editor.firstSell' } as const;
  return { line: triggered ? 'editor.buyAtTrigger' : 'editor.marketBuy', short: 'editor.firstBuy' } as const;
}

/** Its quantity and what that is worth, whatever margin stands behind it; null = there is none. */
export function firstOrderText({ initialQty, initialAmount }: PlanMoney, base: string): string | null {
  if (compareNumbers(initialQty, '0') === 0) return null;
  return `${groupedNumber(initialQty)} ${base} ≈ ${formatUsdt(initialAmount)}`;
}
