// GET /healthz: whether this process can serve, and what people have to look at. An alarm is no reason for another process.
import type { FastifyInstance } from 'fastify';

export interface Health {
  readonly database: boolean;
  readonly venue: boolean;
  /** What the last proof of the ledger found. A ledger that does not hold needs a person, not another process. */
  readonly ledger: boolean;
  /** What the last comparison of the chain with the books found; `agrees` where no money moves by a chain, too. */
  readonly custody: 'agrees' | 'differs' | 'uncompared';
}

const custodyAlarms = {
  agrees: '',
  differs: 'the chain and the books do not agree',
  uncompared: 'the chain could not be compared with the books lately',
} as const satisfies Record<Health['custody'], string>;

export function answerHealth(app: FastifyInstance, health: () => Promise<Health>): void {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    const { custody, database, ledger, venue } = await health();
    reply.header('cache-control', 'no-store');
    if (database && venue) {
      const told = [ledger ? '' : 'the ledger does not hold', custodyAlarms[custody]].filter(Boolean).join('; ');
      return { status: told === '' ? 'ok' : `alarm: ${told}` };
    }
    return reply.status(503).send({ status: 'unavailable', database, venue });
  });
}
