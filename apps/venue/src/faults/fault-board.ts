// The board with all switches of one exchange: a set is armed as a whole, by file at the start or by the guarded call,
// and what was struck is read off it.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Exchange } from '../exchange/exchange.ts';
import type { TradingFloor } from '../exchange/trading-floor.ts';
import type { FaultPlan } from './fault-plan.ts';
import { type FaultSet, FaultSetError, NO_FAULTS, readFaultSet } from './fault-set.ts';
import type { FloorFaults } from './floor-faults.ts';
import type { HttpFaults } from './http-faults.ts';

export interface FaultBoardDeps {
  readonly plan: FaultPlan;
  readonly floorFaults: FloorFaults;
  readonly httpFaults: HttpFaults;
  readonly exchange: Exchange;
}

export class FaultBoard {
  readonly #deps: FaultBoardDeps;

  constructor(deps: FaultBoardDeps) {
    this.#deps = deps;
  }

  /** Throws FaultSetError, and then everything stays as it was. */
  read(data: unknown): FaultSet {
    const { desks } = this.#deps.exchange;
    return readFaultSet(data, new Map(desks.map(({ symbol, instrument }) => [symbol, instrument])));
  }

  readFile(path: string): FaultSet {
    try {
      return this.read(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      throw new FaultSetError(`${path}: ${(error as Error).message}`);
    }
  }

  /** On the floor only: symbols may be halted or change their filters by it. */
  arm(set: FaultSet): void {
    const { plan, floorFaults, httpFaults, exchange } = this.#deps;
    plan.arm(set);
    floorFaults.clear();
    httpFaults.clear();
    floorFaults.apply(exchange);
  }

  report() {
    return { ...this.#deps.plan.report(), asked_while_banned: this.#deps.httpFaults.askedWhileBanned };
  }
}

/** Into a scope that lets in who knows the service token. */
export function addFaultCalls(guarded: FastifyInstance, board: FaultBoard, floor: TradingFloor): void {
  guarded.get('/v1/faults', () => board.report());
  guarded.put('/v1/faults', async (request, reply) => {
    try {
      const set = board.read(request.body);
      return await floor.request(() => rearm(board, set));
    } catch (error) {
      if (!(error instanceof FaultSetError)) throw error;
      return reply.code(400).send({ code: 'BAD_REQUEST', msg: error.message });
    }
  });
  guarded.delete('/v1/faults', () => floor.request(() => rearm(board, NO_FAULTS)));
}

function rearm(board: FaultBoard, set: FaultSet) {
  board.arm(set);
  return board.report();
}
