// Gate: account/detail tells who and from where, account/main_keys what. A right to withdraw is known where it is listed and
// not excluded where it is not.
import * as z from 'zod';
import { textUnder } from '../shared/reply-grammar.ts';
import type { ProbeCard } from '../transport/key-check.ts';
import { keyRows, ownKeyIn } from './own-key.ts';

const userId = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,18}$/)]);
const detail = z.object({ user_id: userId, ip_whitelist: z.array(z.string()).nullish() });
/** A list in which it cannot be found tells nothing. */
const own = z.object({ perms: z.array(z.object({ name: z.string(), read_only: z.boolean() })) });

export const gateCard: ProbeCard = {
  ccxtId: 'gate',
  read: async (client, apiKey) => {
    const { user_id, ip_whitelist } = detail.parse(await client.call('privateAccountGetDetail'));
    const all = keyRows.parse(await client.call('privateAccountGetMainKeys'));
    const { perms } = own.parse(ownKeyIn(all, apiKey));
    const trades = (name: string) => perms.some((perm) => perm.name === name && !perm.read_only);
    return {
      accountUid: String(user_id),
      rights: {
        read: perms.length > 0,
        spot: trades('spot'),
        futures: trades('futures'),
        withdraw: perms.some(({ name }) => name.startsWith('withdraw')) || null,
        transfer: trades('wallet'),
      },
      ipBound: (ip_whitelist ?? []).length > 0,
      expiresAtMs: null,
    };
  },
  codeOf: (body) => textUnder(body, 'label'),
  meanings: {
    INVALID_KEY: 'key',
    INVALID_SIGNATURE: 'secret',
    IP_FORBIDDEN: 'address',
    FORBIDDEN: 'rights',
    READ_ONLY: 'rights',
    REQUEST_EXPIRED: 'clock',
    TOO_MANY_REQUESTS: 'limited',
    TOO_FAST: 'limited',
    INTERNAL: 'away',
    SERVER_ERROR: 'away',
    TOO_BUSY: 'away',
  },
};
