// Words of the position-sizing calculator; the keys equal those of the Chinese table.
export const size = {
  title: 'Position sizing',
  intro: 'Work out every order and the worst case first, then take the values to a bot.',
  kind: 'Strategy type',
  by: 'Sized by',
  byFirst: 'First order',
  byCapital: 'Capital',
  solved: 'A capital of {{capital}} carries a first order of {{first}} USDT.',
  tooSmall: 'The first order is below the minimum of {{min}} USDT: more capital, fewer orders or a smaller multiplier.',
  inputs: 'Inputs',
  apply: 'Apply to a bot',
} as const;
