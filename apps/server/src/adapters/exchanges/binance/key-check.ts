// Binance, and the local exchange that speaks its language. Codes of developers.binance.com/docs/binance-spot-api-docs/errors.
import * as z from 'zod';
import { textUnder } from '../shared/reply-grammar.ts';
import type { ProbeCard } from '../transport/key-check.ts';

const flag = z.boolean();

const restrictions = z.object({
  ipRestrict: flag,
  enableReading: flag,
  enableSpotAndMarginTrading: flag,
  enableFutures: flag,
  enableWithdrawals: flag,
  permitsUniversalTransfer: flag.optional(),
  enableInternalTransfer: flag.optional(),
  tradingAuthorityExpirationTime: z.coerce.number().int().positive().optional(),
});
const account = z.object({ uid: z.union([z.number(), z.string().min(1)]) });

/** Null where neither is told, or one is not and the other is no. */
function eitherOf(one: boolean | undefined, other: boolean | undefined): boolean | null {
  if (one === true || other === true) return true;
  return one === undefined || other === undefined ? null : false;
}

export const binanceCard: ProbeCard = {
  ccxtId: 'binance',
  read: async (client) => {
    const may = restrictions.parse(await client.call('sapiGetAccountApiRestrictions'));
    const rights = {
      read: may.enableReading,
      spot: may.enableSpotAndMarginTrading,
      futures: may.enableFutures,
      withdraw: may.enableWithdrawals,
      transfer: eitherOf(may.permitsUniversalTransfer, may.enableInternalTransfer),
    };
    const facts = { rights, ipBound: may.ipRestrict, expiresAtMs: may.tradingAuthorityExpirationTime ?? null };
    // Without the right to read the account does not tell its number, and the key is refused anyway.
    if (!may.enableReading) return { accountUid: '', ...facts };
    const { uid } = account.parse(await client.call('privateGetAccount', { omitZeroBalances: true }));
    return { accountUid: String(uid), ...facts };
  },
  codeOf: (body) => textUnder(body, 'code'),
  meanings: {
    '-2014': 'key',
    '-2008': 'key',
    '-1022': 'secret',
    // Of a key that exists: the call of permissions itself asks for none, so the address is what is left.
    '-2015': 'address',
    '-1021': 'clock',
    '-1003': 'limited',
    '-1015': 'limited',
    '-1000': 'away',
    '-1001': 'away',
    '-1016': 'away',
  },
};
