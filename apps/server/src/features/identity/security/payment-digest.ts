// What stands for a payment password before the slow hash: a million possible ones are no protection for a stolen table,
// so a key that is not in the database is mixed in. Bound to the user: a hash copied to another row fits nothing.
import { createHmac } from 'node:crypto';

export function paymentDigest(pepper: Uint8Array, userId: number, payment: string): string {
  return createHmac('sha256', pepper).update(`payment:${userId}:${payment}`).digest('base64url');
}
