// The ids of trades that were booked lately. A bound on memory, not on truth: the database knows the older ones.
const REMEMBERED = 20_000;

export class SeenIds {
  private readonly ids = new Set<string>();

  get size(): number {
    return this.ids.size;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  forget(id: string): void {
    this.ids.delete(id);
  }

  add(id: string): void {
    this.ids.add(id);
    if (this.ids.size <= REMEMBERED) return;
    for (const oldest of this.ids) {
      this.ids.delete(oldest);
      if (this.ids.size <= REMEMBERED / 2) break;
    }
  }
}
