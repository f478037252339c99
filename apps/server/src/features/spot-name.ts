// What the texts of codes call the market that a key has to trade on.
import type { Lang } from '@cormorant/contract/envelope.ts';

export const spotName: Readonly<Record<Lang, string>> = { zh: '现货', en: 'spot' };
