// OKX: GET /api/v5/account/config tells who and what. Codes of okx.com/docs-v5/en/#error-code.
import * as z from 'zod';
import { textUnder } from '../shared/reply-grammar.ts';
import type { ProbeCard } from '../transport/key-check.ts';

const config = z.object({
  data: z.tuple([z.object({ uid: z.string().min(1), perm: z.string(), ip: z.string() })]),
});

export const okxCard: ProbeCard = {
  ccxtId: 'okx',
  // The call, the clock, and the call again.
  weight: 3,
  read: async (client) => {
    const [{ uid, perm, ip }] = config.parse(await client.call('privateGetAccountConfig')).data;
    const may = new Set(perm.split(',').map((word) => word.trim()));
    const trade = may.has('trade');
    return {
      accountUid: uid,
      rights: {
        ...{ read: may.has('read_only') || trade, spot: trade, futures: trade, withdraw: may.has('withdraw') },
        // One right stands for trading and for moving coin between wallets: there is none to leave out.
        transfer: null,
      },
      ipBound: ip.trim() !== '',
      expiresAtMs: null,
    };
  },
  codeOf: (body) => textUnder(body, 'code'),
  meanings: {
    50111: 'key',
    50119: 'key',
    50113: 'secret',
    50105: 'passphrase',
    50110: 'address',
    50120: 'rights',
    50030: 'rights',
    50102: 'clock',
    50011: 'limited',
    50001: 'away',
    50013: 'away',
    50026: 'away',
  },
};
