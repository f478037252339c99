// Bybit: GET /v5/user/query-api tells who and what. Codes of bybit-exchange.github.io/docs/v5/error.
import * as z from 'zod';
import { textUnder } from '../shared/reply-grammar.ts';
import type { ProbeCard } from '../transport/key-check.ts';

const words = z.array(z.string());

const information = z.object({
  result: z.object({
    userID: z.union([z.number(), z.string().min(1)]),
    // An empty text is no 0: such a key would be taken for one that trades.
    readOnly: z.union([z.literal([0, 1]), z.enum(['0', '1'])]),
    permissions: z.object({ ContractTrade: words, Derivatives: words, Spot: words, Wallet: words }),
    ips: z.array(z.string()),
    expiredAt: z.string().optional(),
  }),
});

export const bybitCard: ProbeCard = {
  ccxtId: 'bybit',
  read: async (client) => {
    const { result } = information.parse(await client.call('privateGetV5UserQueryApi'));
    const { ContractTrade, Derivatives, Spot, Wallet } = result.permissions;
    const writes = Number(result.readOnly) === 0;
    const expiresAtMs = Date.parse(result.expiredAt ?? '');
    return {
      accountUid: String(result.userID),
      rights: {
        read: true,
        spot: writes && Spot.includes('SpotTrade'),
        futures: writes && (ContractTrade.includes('Order') || Derivatives.includes('DerivativesTrade')),
        withdraw: Wallet.includes('Withdraw'),
        // Between the wallets of the account, to those below it, and as one of those.
        transfer: Wallet.some((word) => /Transfer/.test(word)),
      },
      ipBound: result.ips.some((ip) => ip !== '*' && ip !== ''),
      expiresAtMs: Number.isFinite(expiresAtMs) && expiresAtMs > 0 ? expiresAtMs : null,
    };
  },
  codeOf: (body) => textUnder(body, 'retCode'),
  meanings: {
    10003: 'key',
    33004: 'key',
    10004: 'secret',
    10010: 'address',
    10005: 'rights',
    10002: 'clock',
    10006: 'limited',
    10018: 'limited',
    10000: 'away',
    10016: 'away',
  },
};
