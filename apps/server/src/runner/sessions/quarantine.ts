// Bots that cannot go on are told nothing more; their owner hears of it once. One that is tried again keeps its status, so
// that it goes on with what it did; one that stays aside is paused.
import * as codes from '@cormorant/contract/codes.ts';
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { UserActor } from '../accounts/user-actor.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { botOfLeg, LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import { type Aside, type AsideBots, staysAside } from './quarantined-bots.ts';

interface ToTell {
  readonly live: LiveBot | LiveMultiLegBot;
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
  const rewritten: (LiveBot | LiveMultiLegBot)[] = [];
  for (const live of actor.owners()) {
    const parts = live instanceof LiveMultiLegBot ? [live, ...live.legs] : [live];
    const asides = parts.flatMap(({ id }) => aside.of(id) ?? []);
    const unread = live instanceof LiveMultiLegBot ? null : live.unread;
    if (asides.length === 0 && unread === null) {
      // A runner before this one had set it aside, and this one can do with it.
      if (saysAside(live) && !parts.some(({ id }) => aside.isWatched(id))) {
        live.record.lastError = null;
        rewritten.push(live);
      }
      continue;
    }
    for (const one of parts) one.broken = true;
    if (unread !== null) log('error', `bot ${live.id}: its snapshot cannot be read`, unread);
    const word = unread === null ? wordOf(live, asides) : unreadWord(live, asides);
    if (word !== null) told.push({ live, ...word, asides });
    if (asides.some(({ isMute }) => isMute)) await tellMute(live, actor, store, log);
    // Each time: what it did while it was tried again has written its row as if all was well.
    else if (!saysAside(live) || word !== null) {
      live.record.lastError = { code: codes.bot_set_aside, detail: word?.why ?? 'engine_fault', atMs: live.marketMs };
      rewritten.push(live);
    }
  }
  if (rewritten.length === 0) return;
  await actor.act((turn) => {
    for (const live of rewritten) turn.touch(live);
    for (const { live, pauses, why } of told) {
      turn.log(live, { action: 'manual', why });
      const bot = live instanceof LiveMultiLegBot ? live.convoy : live.bot;
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
  const live = actor.convoys.get(botId) ?? (leg === undefined ? undefined : (botOfLeg(leg) ?? leg));
  if (live === undefined || told === 'nothing') return;
  await actor.act((turn) => {
    if (live.record.lastError?.code === codes.bot_set_aside) live.record.lastError = null;
    turn.touch(live);
    turn.log(live, { action: 'manual', why: 'engine_back' });
  });
}

type Word = Pick<ToTell, 'why' | 'pauses'>;

function wordOf(live: LiveBot | LiveMultiLegBot, asides: readonly Aside[]): Word | null {
  if (asides.some(({ isMute }) => isMute)) return null;
  const told = (what: Aside['told']) => asides.some((one) => one.told === what);
  if (told('kept')) return null;
  if (!asides.some(staysAside)) return told('fault') ? null : { why: 'engine_fault', pauses: false };
  if (told('fault')) return { why: 'engine_kept', pauses: true };
  // Its row says so already.
  return saysError(live) && live.status !== 'running' ? null : { why: 'engine_fault', pauses: true };
}

/** Its row says so already, or can say nothing at all. */
function unreadWord(live: LiveBot | LiveMultiLegBot, asides: readonly Aside[]): Word | null {
  return saysError(live) || asides.some(({ isMute }) => isMute) ? null : { why: 'engine_unread', pauses: false };
}

/** Its row says that it stands still, and why. */
function saysAside({ record }: LiveBot | LiveMultiLegBot): boolean {
  return record.phase === 'error' && record.lastError?.code === codes.bot_set_aside;
}

function saysError({ record }: LiveBot | LiveMultiLegBot): boolean {
  return record.phase === 'error';
}

/** The database takes nothing of what this one has become: its row is told to say so, and to stay as it is otherwise. */
async function tellMute(
  { id }: LiveBot | LiveMultiLegBot,
  actor: UserActor,
  store: RunnerStore,
  log: RunnerLog,
): Promise<void> {
  const said = { reason: null, phase: 'error', why: 'engine_fault', data: {}, token: actor.deps.token } as const;
  await store
    .setAside({ ...said, ids: [id] })
    .catch((error) => log('error', `the owner of bot ${id} could not be told that it is set aside`, error));
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
