// Bots that cannot go on are told nothing more; their owner hears of it once. One that is tried again keeps its status, so
// that it goes on with what it did; one that stays aside is paused.
import type { RunnerStore } from '../ports/runner-store.ts';
import { type Aside, type AsideBots, staysAside } from './aside-bots.ts';
import type { LiveBot } from './live-bot.ts';
import { convoyOfLeg, LiveConvoy } from './live-convoy.ts';
import type { OpenActor } from './open-actor.ts';
import type { RunnerLog } from './runner-log.ts';
import type { UserActor } from './user-actor.ts';

interface ToTell {
  readonly live: LiveBot | LiveConvoy;
  readonly why: 'engine_fault' | 'engine_kept' | 'engine_unread';
  readonly pauses: boolean;
  readonly asides: readonly Aside[];
}

export async function setAside(
  { actor, unreadable }: Pick<OpenActor, 'actor' | 'unreadable'>,
  aside: AsideBots,
  { log, store }: { readonly log: RunnerLog; readonly store: RunnerStore },
): Promise<void> {
  await tellUnreadable(unreadable, actor.deps.token, store, log);
  const told: ToTell[] = [];
  for (const live of actor.owners()) {
    const parts = live instanceof LiveConvoy ? [live, ...live.legs] : [live];
    const asides = parts.flatMap(({ id }) => aside.of(id) ?? []);
    const unread = live instanceof LiveConvoy ? null : live.unread;
    if (asides.length === 0 && unread === null) continue;
    for (const one of parts) one.broken = true;
    if (unread !== null) log('error', `bot ${live.id}: its snapshot cannot be read`, unread);
    const word = unread === null ? wordOf(live, asides) : unreadWord(live, asides);
    if (word !== null) told.push({ live, ...word, asides });
  }
  if (told.length === 0) return;
  await actor.act((turn) => {
    for (const { live, pauses, why } of told) {
      turn.touch(live);
      turn.log(live, { action: 'manual', why });
      const bot = live instanceof LiveConvoy ? live.convoy : live.bot;
      if (!pauses || bot.status !== 'running') continue;
      bot.status = 'paused';
      bot.pauseReason = 'risk';
    }
  });
  for (const { asides, pauses } of told) for (const one of asides) one.told = pauses ? 'kept' : 'fault';
}

/** It has lasted: its owner, who was told that it was set aside, is told this. */
export async function tellBack(actor: UserActor, { botId, told }: Aside): Promise<void> {
  const leg = actor.bots.get(botId);
  const live = actor.convoys.get(botId) ?? (leg === undefined ? undefined : (convoyOfLeg(leg) ?? leg));
  if (live === undefined || told === 'nothing') return;
  await actor.act((turn) => {
    turn.touch(live);
    turn.log(live, { action: 'manual', why: 'engine_back' });
  });
}

type Word = Pick<ToTell, 'why' | 'pauses'>;

function wordOf(live: LiveBot | LiveConvoy, asides: readonly Aside[]): Word | null {
  if (asides.some(({ isMute }) => isMute)) return null;
  const told = (what: Aside['told']) => asides.some((one) => one.told === what);
  if (told('kept')) return null;
  if (!asides.some(staysAside)) return told('fault') ? null : { why: 'engine_fault', pauses: false };
  if (told('fault')) return { why: 'engine_kept', pauses: true };
  // Its row says so already.
  return saysError(live) && live.status !== 'running' ? null : { why: 'engine_fault', pauses: true };
}

/** Its row says so already, or can say nothing at all. */
function unreadWord(live: LiveBot | LiveConvoy, asides: readonly Aside[]): Word | null {
  return saysError(live) || asides.some(({ isMute }) => isMute) ? null : { why: 'engine_unread', pauses: false };
}

function saysError({ record }: LiveBot | LiveConvoy): boolean {
  return record.phase === 'error';
}

/** Of these nothing is in memory but that they are there: their rows say so, and their owner hears of it once. */
async function tellUnreadable(
  ids: ReadonlySet<number>,
  token: number,
  store: RunnerStore,
  log: RunnerLog,
): Promise<void> {
  if (ids.size === 0) return;
  const aside = { ids: [...ids], reason: null, phase: 'error', why: 'engine_unread', data: {}, token } as const;
  await store.setAside(aside).catch((error) => log('error', 'owners of unreadable bots could not be told', error));
}
