// The local exchange inside a simulated world: its floor, door and stream as in production, its store in memory, without a
// listening port. Built, and after a kill built again over the same store, while the world's clock does not run.
import { wireInstruments } from '../../apps/server/src/adapters/exchanges/local/rows.ts';
import type { VenueSymbol } from '../../apps/server/src/ports/venue.ts';
import { assembleVenue } from '../../apps/venue/src/assemble-venue.ts';
import type { Account } from '../../apps/venue/src/exchange/account.ts';
import type { Exchange } from '../../apps/venue/src/exchange/exchange.ts';
import type { OrderRecord } from '../../apps/venue/src/store/records.ts';
import { VenueStore } from '../../apps/venue/src/store/venue-store.ts';
import type { SimSocket, WireReply } from './network.ts';
import { type SimMarketOptions, simMarket } from './sim-market.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimExchange {
  /** As it stands since its last start. */
  readonly exchange: Exchange;
  readonly store: VenueStore;
  /** Every order it ever took, as it stands, by its number. */
  readonly placed: ReadonlyMap<number, OrderRecord>;
  openAccount(ref: string): string;
  account(name: string): Account;
  /** Of `faults/fault-set.ts`; none takes all back. */
  arm(faults: readonly object[]): void;
  ask(request: { method: string; path: string; headers: Record<string, string>; body?: string }): Promise<WireReply>;
  join(socket: SimSocket): void;
  /** After its process was killed: another one over what is on disk. */
  restart(): Promise<void>;
  symbols(): Promise<readonly VenueSymbol[]>;
  close(): Promise<void>;
}

/** Installs the world's clock once the door, which is made with the real one, is ready. */
export async function openSimExchange(
  options: SimMarketOptions,
  token: string,
  time: VirtualTime,
  fail: (error: unknown) => void,
): Promise<SimExchange> {
  const market = simMarket(options);
  const store = new VenueStore(null);
  const placed = new Map<number, OrderRecord>();
  const begin = async () => {
    const begun = await assembleVenue({
      ...{ market, store, token, fail, lockstep: false, books: market.name, wallNow: () => time.wallMs },
      onEvents: (events) => {
        for (const event of events) if (event.type === 'order') placed.set(event.order.id, event.order);
      },
    });
    time.install();
    begun.open();
    return begun;
  };
  let venue = await begin();
  let armed: readonly object[] = [];
  const ask: SimExchange['ask'] = async ({ method, path, headers, body }) => {
    const reply = await venue.door.inject({
      ...{ method: method as 'GET' | 'POST', url: path, headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: reply.statusCode, body: reply.json(), text: reply.payload };
  };
  return {
    ...{ store, placed, ask },
    get exchange() {
      return venue.exchange;
    },
    arm: (faults) => {
      armed = faults;
      venue.board.arm(venue.board.read({ seed: options.seed, faults }));
    },
    openAccount: (ref) => {
      const { name } = venue.exchange.openAccount(ref);
      venue.exchange.commit();
      return name;
    },
    account: (name) => {
      const account = venue.exchange.account(name);
      if (account === undefined) throw new Error(`no account ${name}`);
      return account;
    },
    // As much of `ws` as the stream uses; see SimSocket.
    join: (socket) => venue.stream.join(socket as never),
    restart: async () => {
      time.uninstall();
      venue = await begin();
      venue.board.arm(venue.board.read({ seed: options.seed, faults: armed }));
    },
    symbols: async () =>
      wireInstruments.parse((await ask({ method: 'GET', path: '/v1/instruments', headers: {} })).body).list,
    close: async () => {
      await venue.close();
      store.close();
    },
  };
}
