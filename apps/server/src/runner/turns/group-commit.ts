// Group commit: while one transaction is under way the writes of all actors gather for the next one, so a burst costs
// few transactions. What was committed is durable before anybody acts on it; live events leave only after their facts.
import type { PrivateEvent } from '../../ports/bus.ts';
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { OutboxRow, UserWrites } from '../../ports/runner-writes.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import { SerialLoop } from '../shared/serial-loop.ts';
import { findBadBot, isBadValue } from './find-bad-bot.ts';

/** Another runner holds the user: whatever this actor knows is worthless, it must forget it without acting. */
export class Fenced extends Error {
  constructor(userId: number) {
    super(`the lease of user ${userId} is held by another runner`);
    this.name = 'Fenced';
  }
}

/** The database refuses what a bot wants written, and would again. */
export class Unwritable extends Error {
  readonly botId: number;

  constructor(botId: number, cause: Error) {
    super(`the database refuses the rows of bot ${botId}`, { cause });
    this.name = 'Unwritable';
    this.botId = botId;
  }
}

interface Waiting {
  readonly writes: UserWrites;
  /** An answer was lost: what is refused as written before may be just that. */
  mayBeWritten: boolean;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

export interface GroupCommit {
  /** Resolves when the writes are durable; rejects with Fenced, or when they never can be: Unwritable when one bot's cannot. */
  commit(writes: UserWrites): Promise<void>;
  /** Ids for rows that are announced before they are written; nobody else is given them. */
  reserve(table: 'bot_actions' | 'positions', count: number): Promise<number[]>;
  close(): Promise<void>;
}

const IDS_A_TIME = 512;
const RETRY_MS = 500;
const FIRST_RETRY_MS = 50;

/** SQLSTATE classes in which the statement itself is at fault; anything else (no connection, disk full) is waited out. */
function isHopeless(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^(21|22|23|42|P0)...$/.test(code);
}

export function createGroupCommit(
  store: RunnerStore,
  tell: (event: PrivateEvent) => void,
  log: RunnerLog,
): GroupCommit {
  const waiting: Waiting[] = [];
  let sentIds: number[] = [];
  let pauseMs = FIRST_RETRY_MS;
  let closed = false;
  const spare = { bot_actions: [] as number[], positions: [] as number[] };

  function announce(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      tellOne(row, tell, log);
      sentIds.push(row.id);
    }
  }

  function settle(one: Waiting, error?: Error): void {
    waiting.splice(waiting.indexOf(one), 1);
    if (error === undefined) one.done();
    else one.failed(error);
  }

  async function commitTogether(group: readonly Waiting[]): Promise<void> {
    const sent = sentIds;
    sentIds = [];
    try {
      const result = await store.commit(
        group.map(({ writes }) => writes),
        sent,
      );
      announce(result.outbox);
      for (const one of group)
        settle(one, result.fenced.has(one.writes.userId) ? new Fenced(one.writes.userId) : undefined);
    } catch (error) {
      sentIds.push(...sent);
      if (!isHopeless(error)) for (const one of group) one.mayBeWritten = true;
      throw error;
    }
  }

  /** Whose rows they are is asked here, where nothing else writes in between; nobody's, when they may be written already. */
  async function refused(one: Waiting, error: Error): Promise<void> {
    log('error', `the database refuses what user ${one.writes.userId}'s actor wrote`, error);
    const culprit = !one.mayBeWritten && isBadValue(error) ? await findBadBot(store, one.writes) : null;
    settle(one, culprit === null ? error : new Unwritable(culprit, error));
  }

  /** One bad set of writes must not keep the others from being written. */
  async function commitOneByOne(group: readonly Waiting[]): Promise<void> {
    for (const one of group) {
      await commitTogether([one]).catch((error: Error) => {
        if (!isHopeless(error)) throw error;
        return refused(one, error);
      });
    }
  }

  async function commitNext(): Promise<void> {
    const seen = new Set<number>();
    // A user appears once a transaction: his second set builds on the first.
    const group = waiting.filter(({ writes }) => !seen.has(writes.userId) && seen.add(writes.userId));
    try {
      await commitTogether(group).catch((error) => {
        if (!isHopeless(error)) throw error;
        return commitOneByOne(group);
      });
      pauseMs = FIRST_RETRY_MS;
    } catch (error) {
      if (closed) {
        for (const one of [...waiting]) settle(one, error as Error);
        return;
      }
      log('warn', 'the journal cannot write; it tries again', error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 2, RETRY_MS);
    }
  }
  const loop = new SerialLoop(() => waiting.length > 0, commitNext);

  async function reserve(table: 'bot_actions' | 'positions', count: number): Promise<number[]> {
    const ids = spare[table];
    while (ids.length < count) ids.push(...(await store.reserveIds(table, Math.max(count, IDS_A_TIME))));
    return ids.splice(0, count);
  }

  return {
    commit: (writes) =>
      new Promise<void>((done, failed) => {
        waiting.push({ writes, mayBeWritten: false, done, failed });
        loop.wake();
      }),
    reserve,
    close: async () => {
      closed = true;
      await loop.whenIdle();
      if (sentIds.length > 0) await store.commit([], sentIds).catch(() => {});
    },
  };
}

/** A live event is a hint: one that cannot be worded (of an older program, perhaps) is lost and stops nothing. */
function tellOne(row: OutboxRow, tell: (event: PrivateEvent) => void, log: RunnerLog): void {
  const { channel, data, userId } = row;
  try {
    tell({ userId, channel, data });
  } catch (error) {
    log('error', `live event ${row.id} could not be told`, error);
  }
}

/** Hands on the live events that a former process committed and did not live to send. */
export async function sendLeftOutbox(
  store: RunnerStore,
  tell: (event: PrivateEvent) => void,
  log: RunnerLog,
): Promise<void> {
  const rows = await store.leftOutbox();
  for (const row of rows) tellOne(row, tell, log);
  if (rows.length > 0)
    await store.commit(
      [],
      rows.map(({ id }) => id),
    );
}
