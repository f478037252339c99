// Who may hold the market back: paced clients, each symbol until its last print is acknowledged, and for as long as they ask
// it to stand still; in lockstep the market also stands still while no paced client is there.

export class PacedClient {
  /** Last sequence number acknowledged, by desk index; only symbols the client follows. */
  readonly acked = new Map<number, number>();
  /** Desk indexes that it has asked to stand still. */
  readonly stilled = new Set<number>();
}

export class Pacing {
  readonly lockstep: boolean;
  readonly #clients = new Set<PacedClient>();

  constructor(lockstep: boolean) {
    this.lockstep = lockstep;
  }

  join(client: PacedClient): void {
    this.#clients.add(client);
  }

  leave(client: PacedClient): void {
    this.#clients.delete(client);
  }

  /** True when the next print of `deskIndex` must wait; `seqs` are the numbers of the last prints by desk index. */
  holds(deskIndex: number, seqs: (index: number) => number): boolean {
    if (this.lockstep && this.#clients.size === 0) return true;
    for (const { acked, stilled } of this.#clients) {
      if (this.lockstep ? stilled.size > 0 : stilled.has(deskIndex)) return true;
      if (this.lockstep) {
        for (const [index, seq] of acked) if (seq < seqs(index)) return true;
      } else {
        const seq = acked.get(deskIndex);
        if (seq !== undefined && seq < seqs(deskIndex)) return true;
      }
    }
    return false;
  }
}
