// A condition in plain words, and the pickers' choices. Both languages say the same figures.
import type { Comparison } from '@cormorant/core/strategy/conditions.ts';
import type { TFunction } from 'i18next';
import { type DraftCondition, type DraftGroup, type DraftOperand, isDraftGroup, isNumber } from './conditions-tree.ts';

export const comparisonKeys: Readonly<Record<Comparison, 'gt' | 'gte' | 'lt' | 'lte' | 'cross_up' | 'cross_down'>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  cross_up: 'cross_up',
  cross_down: 'cross_down',
};
export const comparisons = Object.keys(comparisonKeys) as readonly Comparison[];
export const timeframeKeys = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export type TimeframeKey = (typeof timeframeKeys)[number];

type OutKey = 'dif' | 'up' | 'dir';

/** 'MACD(12, 26, 9) DIF' */
export function operandText({ ind, args, out }: DraftOperand, t: TFunction): string {
  const name = t(`conditions.ind.${ind}`);
  const figures = args.length === 0 ? '' : `(${args.join(', ')})`;
  return `${name}${figures}${out === undefined || out === '' ? '' : ` ${t(`conditions.out.${out as OutKey}`)}`}`;
}

export function conditionText(condition: DraftCondition, t: TFunction): string {
  const { left, right, cmp, tf, on } = condition;
  const sentence = t('conditions.sentence', {
    tf: t(`conditions.tf.${tf as TimeframeKey}`),
    left: operandText(left, t),
    cmp: t(`conditions.cmp.${comparisonKeys[cmp]}`),
    right: isNumber(right) ? right.num || '…' : operandText(right, t),
  });
  return on === 'tick' ? `${sentence}${t('conditions.live')}` : sentence;
}

/** The whole tree in one sentence; a group inside another stands in brackets. */
export function treeText(tree: DraftGroup, t: TFunction): string {
  return tree.items
    .map((item) => {
      if (!isDraftGroup(item)) return conditionText(item, t);
      return item.items.length > 1 ? `(${treeText(item, t)})` : treeText(item, t);
    })
    .join(t(tree.op === 'all' ? 'conditions.and' : 'conditions.or'));
}
