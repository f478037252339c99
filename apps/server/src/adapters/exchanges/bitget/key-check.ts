// Bitget: GET /api/v2/spot/account/info tells who and what. Newer keys name each right by a word of its own (stow, coow,
// wwow); older ones say `trade` and `readonly` only, and nothing then tells whether they can withdraw.
import * as z from 'zod';
import { textUnder } from '../shared/reply-grammar.ts';
import type { ProbeCard } from '../transport/key-check.ts';

const information = z.object({
  data: z.object({
    userId: z.string().min(1),
    ips: z.string().nullable(),
    authorities: z.array(z.string()),
  }),
});

const OLD_WORDS = ['trade', 'readonly'];

export const bitgetCard: ProbeCard = {
  ccxtId: 'bitget',
  read: async (client) => {
    const { data } = information.parse(await client.call('privateSpotGetV2SpotAccountInfo'));
    const may = new Set(data.authorities.map((word) => word.toLowerCase()));
    const tellsEach = [...may].some((word) => !OLD_WORDS.includes(word));
    const withdraws = may.has('wwow') || may.has('withdraw');
    return {
      accountUid: data.userId,
      rights: {
        read: may.size > 0,
        spot: may.has('stow') || may.has('trade'),
        futures: may.has('coow') || may.has('trade'),
        withdraw: withdraws || (tellsEach ? false : null),
        transfer: may.has('wtow') || (tellsEach ? false : null),
      },
      ipBound: (data.ips ?? '').trim() !== '',
      expiresAtMs: null,
    };
  },
  codeOf: (body) => textUnder(body, 'code'),
  meanings: {
    40006: 'key',
    40037: 'key',
    40009: 'secret',
    40011: 'passphrase',
    40012: 'passphrase',
    40018: 'address',
    40014: 'rights',
    40005: 'clock',
    40008: 'clock',
    40010: 'away',
    40015: 'away',
    40200: 'away',
    45001: 'away',
    429: 'limited',
  },
};
