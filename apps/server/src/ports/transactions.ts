// Transactions in which a use case reads, decides and writes: all of it becomes durable together, or nothing does.
export interface Transactions<Work> {
  /** One that met another crosswise is begun again: `work` may run several times. */
  transaction<T>(work: (rows: Work) => Promise<T>): Promise<T>;
}
