// A full queue of hashes is a busy server, not a wrong password: whoever waits for a hash is told so.
import * as codes from '@cormorant/contract/codes.ts';
import { HasherBusy } from '../../../ports/password-hasher.ts';
import { Refusal } from '../../../ports/refusal.ts';

export async function orUnavailable<T>(hashing: Promise<T>): Promise<T> {
  try {
    return await hashing;
  } catch (error) {
    if (error instanceof HasherBusy) throw new Refusal(codes.unavailable);
    throw error;
  }
}
