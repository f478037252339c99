// A key set as its owner is shown it: masked, with what it may do. Nothing secret is in a record, so nothing can be shown.
import { textOf } from '@cormorant/contract/catalogue.ts';
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { Flag } from '@cormorant/contract/wire.ts';
import type { KeyRecord } from '../../ports/key-store.ts';
import { marketNames } from '../market-names.ts';

/** A check comes every six hours; one that is missing longer makes the rest old. */
const STALE_AFTER_MS = 7 * 3_600_000;

const flagOf = (is: boolean): Flag => (is ? 1 : 0);

export function keyView(key: KeyRecord, { lang, nowMs }: { lang: Lang; nowMs: number }): ExchangeKey {
  const { lastErrorCode: code, rights } = key;
  return {
    id: key.id,
    exchange: key.exchange,
    label: key.label,
    key_mask: key.keyMask,
    perm: {
      read: flagOf(rights.read),
      spot: flagOf(rights.spot),
      futures: flagOf(rights.futures),
      withdraw: rights.withdraw === null ? null : flagOf(rights.withdraw),
      transfer: rights.transfer === null ? null : flagOf(rights.transfer),
    },
    ip_bound: flagOf(key.ipBound),
    status: key.status,
    checked_at: key.checkedAtMs,
    last_error_code: code,
    last_error: code === null ? '' : textOf(code, lang, { market: marketNames.spot[lang] }),
    expires_at: key.expiresAtMs,
    created_at: key.createdAtMs,
    stale: flagOf(nowMs - key.checkedAtMs > STALE_AFTER_MS),
  };
}
