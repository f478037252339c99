// The desk where keys are bound and checked, in the role that holds the vault. A key set is tried at its exchange before it
// is kept; a kept one that its exchange refuses twice in a row is no longer valid, and one that could not be tried stays
// what it was.

import { createHash } from 'node:crypto';
import * as codes from '@cormorant/contract/codes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NoticeText } from '../../ports/credential-store.ts';
import type { KeyAnswer, KeyDesk, KeysToBind } from '../../ports/key-desk.ts';
import type { KeyProbe, ProbeOutcome } from '../../ports/key-probe.ts';
import type { CheckedKey, KeyRecord, KeyStatus, KeyStore } from '../../ports/key-store.ts';
import { type KeyVault, type PlainKeys, SealBroken, type SealedKeys } from '../../ports/key-vault.ts';
import type { Secret } from '../../ports/secret.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import { judgeProbe, type KeyRefusal } from './judge-key.ts';

export const CHECK_EVERY_MS = 6 * 3_600_000;
/** After a check that came to nothing. */
export const CHECK_AGAIN_MS = 600_000;
/** Other processes may write the same row. */
const SAVE_TRIES = 3;

/** Words the mail that tells an owner of a key set that is no good any more. */
export type NoticeOfKey = (key: KeyRecord, code: number, nowMs: number) => Readonly<Record<'zh' | 'en', NoticeText>>;

export interface KeyDeskDeps {
  readonly keys: KeyStore;
  readonly vault: KeyVault;
  readonly probe: KeyProbe;
  readonly clock: Clock;
  readonly notice: NoticeOfKey;
  readonly log: RunnerLog;
}

/** The first four characters and the last four; of a short key nothing. */
export function maskOf(apiKey: Secret): string {
  const text = apiKey.reveal();
  return text.length < 16 ? '****' : `${text.slice(0, 4)}****${text.slice(-4)}`;
}

function hashOf(apiKey: Secret): Uint8Array {
  return createHash('sha256').update(apiKey.reveal()).digest();
}

/** A key that ends before is looked at when it ends. */
function nextCheckOf(nowMs: number, expiresAtMs: number | null): number {
  return Math.min(nowMs + CHECK_EVERY_MS, expiresAtMs ?? Number.POSITIVE_INFINITY);
}

const refusedWith = (code: number): KeyAnswer => ({ outcome: 'refused', code });

export function createKeyDesk({ keys, vault, probe, clock, notice, log }: KeyDeskDeps): KeyDesk {
  async function tried(exchange: string, plain: PlainKeys): Promise<ProbeOutcome> {
    const outcome = await probe.probe(exchange, plain);
    if (outcome.outcome !== 'good') log('warn', `a key of ${exchange}: ${outcome.outcome}, ${outcome.detail}`);
    return outcome;
  }

  /** One binding of a user after the other. */
  const saving = new Map<number, Promise<unknown>>();
  function saveInTurn(wish: KeysToBind, good: Extract<ProbeOutcome, { outcome: 'good' }>): Promise<KeyAnswer> {
    const { userId } = wish;
    const saved = (saving.get(userId) ?? Promise.resolve()).then(() => save(wish, good));
    const settled = saved.catch(() => undefined);
    saving.set(userId, settled);
    void settled.then(() => saving.get(userId) === settled && saving.delete(userId));
    return saved;
  }

  async function save(wish: KeysToBind, good: Extract<ProbeOutcome, { outcome: 'good' }>): Promise<KeyAnswer> {
    const { exchange, userId } = wish;
    for (let tries = 0; tries < SAVE_TRIES; tries++) {
      const before = await keys.of(userId, exchange);
      const id = before?.id ?? (await keys.reserveId());
      const version = (before?.version ?? 0) + 1;
      const nowMs = clock.nowMs();
      const saved = await keys.save({
        ...{ id, userId, exchange, version, nowMs },
        ...{ label: wish.label, keyMask: maskOf(wish.keys.apiKey), keyHash: hashOf(wish.keys.apiKey) },
        sealed: vault.seal({ rowId: id, userId, exchange, version }, wish.keys),
        ...{ accountUid: good.accountUid, rights: good.rights, ipBound: good.ipBound, expiresAtMs: good.expiresAtMs },
        nextCheckAtMs: nextCheckOf(nowMs, good.expiresAtMs),
      });
      if (saved === 'taken') return refusedWith(codes.api_duplicate);
      if (saved === 'in_use') return refusedWith(codes.api_in_use);
      if (saved === 'stale') continue;
      const key = await keys.of(userId, exchange);
      return key === null ? refusedWith(codes.api_not_bound) : { outcome: 'done', key };
    }
    return refusedWith(codes.api_bind_failed);
  }

  async function bind(wish: KeysToBind): Promise<KeyAnswer> {
    const outcome = await tried(wish.exchange, wish.keys);
    const refusal = judgeProbe(outcome);
    if (refusal !== null) return refusal;
    if (outcome.outcome !== 'good') throw new Error('a key set that was not tried to an end is never kept');
    if (outcome.rights.withdraw === null && !wish.unknownAccepted) {
      return { outcome: 'refused', code: codes.api_bind_failed, asksToAccept: true };
    }
    return saveInTurn(wish, outcome);
  }

  /** Null where what was sealed does not open. */
  function opened(record: KeyRecord, sealed: SealedKeys): PlainKeys | null {
    const { id: rowId, userId, exchange, version } = record;
    try {
      return vault.open({ rowId, userId, exchange, version }, sealed);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log('error', `the key in row ${rowId} does not open: is its master key ${sealed.masterId} in the file of keys?`);
      return null;
    }
  }

  async function noteBad(record: KeyRecord, status: KeyStatus, refusal: KeyRefusal): Promise<KeyAnswer> {
    const { id, version } = record;
    const nowMs = clock.nowMs();
    await keys.noteCheck({
      ...{ id, version, status, nowMs, rights: null, ipBound: null, expiresAtMs: null },
      ...{ errorCode: refusal.code, checkedAtMs: nowMs, nextCheckAtMs: nowMs + CHECK_EVERY_MS },
      notice: record.status === 'valid' ? notice(record, refusal.code, nowMs) : null,
    });
    return refusal;
  }

  async function noteGood(record: KeyRecord, good: Extract<ProbeOutcome, { outcome: 'good' }>): Promise<KeyAnswer> {
    const { id, version } = record;
    const nowMs = clock.nowMs();
    const checked: CheckedKey = {
      ...{ id, version, status: 'valid' as const, nowMs, errorCode: null, checkedAtMs: nowMs, notice: null },
      ...{ rights: good.rights, ipBound: good.ipBound, expiresAtMs: good.expiresAtMs },
      nextCheckAtMs: nextCheckOf(nowMs, good.expiresAtMs),
    };
    await keys.noteCheck(checked);
    const key = await keys.of(record.userId, record.exchange);
    return key === null ? refusedWith(codes.api_not_bound) : { outcome: 'done', key };
  }

  async function noteUnknown(record: KeyRecord, refusal: KeyRefusal): Promise<KeyAnswer> {
    const { id, version, status } = record;
    const nowMs = clock.nowMs();
    await keys.noteCheck({
      ...{ id, version, status, nowMs, rights: null, ipBound: null, expiresAtMs: null, notice: null },
      ...{ errorCode: refusal.code, checkedAtMs: null, nextCheckAtMs: nowMs + CHECK_AGAIN_MS },
    });
    return refusal;
  }

  const isOver = (expiresAtMs: number | null) => expiresAtMs !== null && expiresAtMs <= clock.nowMs();
  const noteExpired = (record: KeyRecord) =>
    noteBad(record, 'expired', { outcome: 'refused', code: codes.api_invalid, part: 'api_key' });

  async function check(id: number): Promise<KeyAnswer> {
    const found = await keys.sealedOf(id);
    if (found === null) return refusedWith(codes.api_not_bound);
    const { record, sealed } = found;
    const plain = opened(record, sealed);
    if (plain === null) return noteUnknown(record, { outcome: 'refused', code: codes.api_bind_failed });
    let outcome = await tried(record.exchange, plain);
    // One answer alone takes no bot off the market.
    if (outcome.outcome === 'refused') outcome = await tried(record.exchange, plain);
    const refusal = judgeProbe(outcome);
    if (outcome.outcome === 'unknown' && refusal !== null) return noteUnknown(record, refusal);
    // Its time may have been prolonged: what we know of it stands only where the exchange tells nothing better.
    const expiresAtMs = outcome.outcome === 'good' ? outcome.expiresAtMs : record.expiresAtMs;
    if (isOver(expiresAtMs)) return noteExpired(record);
    if (refusal !== null) return noteBad(record, 'invalid', refusal);
    if (outcome.outcome !== 'good') throw new Error('a check that refuses nothing has read the rights');
    if (outcome.accountUid !== record.accountUid) {
      return noteBad(record, 'invalid', { outcome: 'refused', code: codes.api_invalid, part: 'api_key' });
    }
    return noteGood(record, outcome);
  }

  return { bind, check };
}
