// People. Account, address and email are unique whatever their case; sn is drawn once and never reused.
export interface UserRow {
  readonly id: number;
  readonly sn: string;
  readonly nickname: string;
  readonly account: string | null;
  readonly address: string | null;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly avatar: string;
  readonly passwordHash: string | null;
  readonly paymentHash: string | null;
  readonly referrerId: number | null;
  readonly referrerSn: string | null;
  readonly referralChangedAtMs: number | null;
  readonly isPartner: boolean;
  readonly rateBp: number;
  readonly status: 'active' | 'locked' | 'disabled' | 'closed';
  /** USDT, decimal string. */
  readonly fuelNotice: string;
  readonly rankPublic: boolean;
  readonly lang: 'zh' | 'en';
  readonly termsVersion: number;
  readonly securityHoldUntilMs: number | null;
  /** Since when each factor is had; null = since the account was opened. */
  readonly passwordSetAtMs: number | null;
  readonly paymentSetAtMs: number | null;
  readonly addressBoundAtMs: number | null;
  readonly emailVerifiedAtMs: number | null;
  readonly createdAtMs: number;
}

export interface NewUser {
  readonly sn: string;
  readonly nickname: string;
  /** An account with its password, or a wallet's address in lower case: a user begins with one of them. */
  readonly account: string | null;
  readonly passwordHash: string | null;
  readonly address: string | null;
  readonly avatar: string;
  readonly referrerId: number | null;
  readonly lang: 'zh' | 'en';
  readonly termsVersion: number;
  /** Accounts at venues that come with the user, opened there later. */
  readonly accounts: readonly { readonly exchange: string; readonly ref: string }[];
  readonly nowMs: number;
}

export interface UserStore {
  byId(id: number): Promise<UserRow | null>;
  /** By account name, else by verified email; whatever the case. */
  byLogin(account: string): Promise<UserRow | null>;
  /** By wallet address in lower case. */
  byAddress(address: string): Promise<UserRow | null>;
  /** By sn, or by a partner's alias. */
  byReferralCode(code: string): Promise<UserRow | null>;
  /** `taken` names the value that was already taken. */
  insert(user: NewUser): Promise<{ created: UserRow } | { taken: 'account' | 'address' | 'sn' }>;
  /** `termsVersion` is what was agreed to now; a lower one than before changes nothing. */
  recordLogin(id: number, termsVersion: number, nowMs: number): Promise<void>;
  setPassword(id: number, passwordHash: string): Promise<void>;
  setStatus(id: number, status: UserRow['status']): Promise<void>;
}
