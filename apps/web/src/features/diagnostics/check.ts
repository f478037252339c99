// One thing to find out about the device, the way to the server or the server itself, and what came of it.
export type CheckName = 'online' | 'storage' | 'latency' | 'socket' | 'clock' | 'status' | 'update' | 'wallet';

/** Null: there is nothing to judge, as with a wallet where none is wanted. */
type Verdict = boolean | null;

export interface Finding {
  readonly ok: Verdict;
  /** What was found, short, the same in both languages where it can be. */
  readonly detail: string;
  readonly ms: number;
}

export interface Check {
  readonly name: CheckName;
  /** Throws, or finds something. */
  readonly run: () => Promise<{ readonly ok: Verdict; readonly detail: string }>;
}

/** A check never fails to answer: what it throws is a finding too. */
export async function find(check: Check): Promise<Finding> {
  const startedAt = performance.now();
  try {
    const { ok, detail } = await check.run();
    return { ok, detail, ms: performance.now() - startedAt };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 80) : '';
    return { ok: false, detail, ms: performance.now() - startedAt };
  }
}
