// Which bots are set aside, for how long, and what their owners have been told of it. A bot whose rows the database refused
// is tried again with growing pauses, since a refusal may be of the moment; one whose engine throws would throw again.
import { Unwritable } from '../turns/group-commit.ts';

/** After the last of these a bot that is refused again stays aside until the runner is started again. */
const RETURN_AFTER_MS = [15_000, 60_000, 4 * 60_000, 16 * 60_000, 60 * 60_000];
/** One that has lasted so long is back. */
const SETTLED_MS = 30_000;
/** What is refused later than this is another fault. */
const FORGOTTEN_MS = 60 * 60_000;

export interface Aside {
  readonly userId: number;
  readonly botId: number;
  state: 'aside' | 'returning' | 'trying' | 'back';
  /** How often it has been set aside. */
  times: number;
  /** When it changes its state next; infinite = it stays as it is. */
  nextAtMs: number;
  /** Not even that it was set aside can be written. */
  isMute: boolean;
  told: 'nothing' | 'fault' | 'kept';
}

export class AsideBots {
  private readonly byBot = new Map<number, Aside>();

  /** Null = it is told of everything. */
  of(botId: number): Aside | null {
    const one = this.byBot.get(botId);
    return one === undefined || one.state === 'trying' || one.state === 'back' ? null : one;
  }

  /** Its user's actor stopped because of it. */
  fail(userId: number, botId: number, error: Error, nowMs: number): void {
    const known = this.byBot.get(botId);
    if (known !== undefined && this.of(botId) !== null) {
      known.isMute = true;
      return;
    }
    const times = (known?.times ?? 0) + 1;
    const pauseMs = (error instanceof Unwritable ? RETURN_AFTER_MS[times - 1] : undefined) ?? Number.POSITIVE_INFINITY;
    const told = known?.state === 'trying' ? known.told : 'nothing';
    const isMute = known?.isMute ?? false;
    this.byBot.set(botId, { userId, botId, state: 'aside', times, nextAtMs: nowMs + pauseMs, isMute, told });
  }

  /** Those whose pause is over; they are named once. */
  takeDue(nowMs: number): Aside[] {
    return this.move('aside', 'returning', nowMs, Number.POSITIVE_INFINITY);
  }

  /** From now on it is told of everything again, by the actor that is opened next. */
  release(one: Aside, nowMs: number): void {
    one.state = 'trying';
    one.nextAtMs = nowMs + SETTLED_MS;
  }

  /** Those of a user that are aside, however long their pauses were to last: he has asked for it. */
  takeOf(userId: number): Aside[] {
    const asked = [...this.byBot.values()].filter((one) => one.userId === userId && one.state === 'aside');
    for (const one of asked) Object.assign(one, { state: 'returning', nextAtMs: Number.POSITIVE_INFINITY });
    return asked;
  }

  /** It was set aside here, and it is not proven yet that it has lasted since. */
  isWatched(botId: number): boolean {
    const state = this.byBot.get(botId)?.state;
    return state !== undefined && state !== 'back';
  }

  /** Those that have lasted; they are named once, and what is refused soon after still counts with what was before. */
  takeSettled(nowMs: number): Aside[] {
    for (const one of this.byBot.values())
      if (one.state === 'back' && one.nextAtMs <= nowMs) this.byBot.delete(one.botId);
    return this.move('trying', 'back', nowMs, nowMs + FORGOTTEN_MS);
  }

  private move(from: Aside['state'], to: Aside['state'], nowMs: number, nextAtMs: number): Aside[] {
    const moved = [...this.byBot.values()].filter(({ state, nextAtMs: at }) => state === from && at <= nowMs);
    for (const one of moved) Object.assign(one, { state: to, nextAtMs });
    return moved;
  }
}

/** Nothing but a start of the runner brings it back. */
export function staysAside({ state, nextAtMs }: Aside): boolean {
  return state === 'aside' && nextAtMs === Number.POSITIVE_INFINITY;
}
