// The version of what is written down of a bot. It grows with every change that a reader of before would misunderstand;
// what is older is upgraded where it is read (engine/read-bot.ts, Strategy.complete), what is newer is never guessed at.
export const SNAPSHOT_VERSION = 3;

/** Written by a later program than this one. */
export class NewerSnapshot extends Error {
  readonly version: number;

  constructor(version: number) {
    super(`a snapshot of version ${version}, this program knows ${SNAPSHOT_VERSION}`);
    this.name = 'NewerSnapshot';
    this.version = version;
  }
}

/** 0 = from before snapshots had one. Throws for what is no snapshot of this program's time. */
export function versionOf(snapshot: unknown): number {
  if (typeof snapshot !== 'object' || snapshot === null) throw new Error('not a snapshot');
  const { version = 0 } = snapshot as { version?: unknown };
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0) {
    throw new Error(`a snapshot of version ${JSON.stringify(version)}`);
  }
  if (version > SNAPSHOT_VERSION) throw new NewerSnapshot(version);
  return version;
}
