// 仓位测算的文字;英文的键必须与此相同。
export const size = {
  title: '仓位测算',
  intro: '先算清楚每一单的大小和最坏情况,再带着参数去创建策略。',
  kind: '策略类型',
  by: '计算方式',
  byFirst: '按首单',
  byCapital: '按总资金',
  solved: '总资金 {{capital}} 可用的首单为 {{first}} USDT。',
  tooSmall: '首单低于最小下单额 {{min}} USDT:请增加资金、减少单数或降低倍数。',
  inputs: '参数',
  apply: '应用到策略',
} as const;
