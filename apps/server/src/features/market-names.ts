// What the texts of codes call a market that a key has to trade on.
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';

export const marketNames: Readonly<Record<MarketKind, Readonly<Record<Lang, string>>>> = {
  spot: { zh: '现货', en: 'spot' },
  futures: { zh: '合约', en: 'futures' },
};
