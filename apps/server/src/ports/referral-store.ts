// Who referred whom. A user's referrer may be changed once; the whole team behind the user moves along, and nobody ever
// comes to stand above themselves, however many move at the same time.
import type { NoticeText } from './credential-store.ts';

export interface ReferrerChange {
  readonly userId: number;
  /** The new referrer's sn, or a partner's alias in any case. */
  readonly code: string;
  readonly nowMs: number;
  /** To the verified addresses of the referrer left and the one joined, each in their language; none of it without a change. */
  readonly left: Readonly<Record<'zh' | 'en', NoticeText>>;
  readonly joined: Readonly<Record<'zh' | 'en', NoticeText>>;
  /** To the user's own verified address: it may have been somebody else, and there is no second change. */
  readonly moved: Readonly<Record<'zh' | 'en', NoticeText>>;
}

/**
 * `unknown`: no such referrer, or one who is not active. `descendant`: the referrer is in the user's own team. `locked`:
 * the one change is used up, or this is the referrer already. Only `changed` wrote anything.
 */
export type ReferrerOutcome = 'changed' | 'unknown' | 'self' | 'descendant' | 'locked';

export interface ReferralStore {
  change(change: ReferrerChange): Promise<ReferrerOutcome>;
}
