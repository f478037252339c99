// What people may set of themselves without proving who they are.
export interface PlainFields {
  readonly nickname: string;
  readonly avatar: string;
  readonly mobile: string;
  /** USDT, decimal string. */
  readonly fuelNotice: string;
  readonly rankPublic: boolean;
  readonly lang: 'zh' | 'en';
}

export interface ProfileStore {
  set<Field extends keyof PlainFields>(
    userId: number,
    field: Field,
    value: PlainFields[Field],
    nowMs: number,
  ): Promise<void>;
}
