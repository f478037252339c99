// The local exchange inside a simulated world: its floor, door and streams as in production, its store in memory, without a
// listening port. Built, and after a kill built again over the same store, while the world's clock does not run.
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { wireInstruments } from '../../apps/server/src/adapters/exchanges/local/rows.ts';
import type { PlainKeys } from '../../apps/server/src/ports/key-vault.ts';
import { Secret } from '../../apps/server/src/ports/secret.ts';
import type { VenueSymbol } from '../../apps/server/src/ports/venue.ts';
import { assembleVenue } from '../../apps/venue/src/assemble-venue.ts';
import type { Account } from '../../apps/venue/src/exchange/account.ts';
import type { Exchange } from '../../apps/venue/src/exchange/exchange.ts';
import type { OrderRecord } from '../../apps/venue/src/store/records.ts';
import { VenueStore } from '../../apps/venue/src/store/venue-store.ts';
import type { SimSocket } from './network.ts';
import { type SimMarketOptions, simMarket } from './sim-market.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { SimRequest, WireReply } from './wire-words.ts';

export interface SimExchange {
  /** As it stands since its last start. */
  readonly exchange: Exchange;
  readonly store: VenueStore;
  /** Every order it ever took, as it stands, by its number. */
  readonly placed: ReadonlyMap<number, OrderRecord>;
  /** Answers its name. */
  openAccount(ref: string): string;
  /** One of the exchange's own page, with a key that may trade it. */
  openKeyAccount(title: string): { readonly name: string; readonly keys: PlainKeys };
  account(name: string): Account;
  /** Of `faults/fault-set.ts`; none takes all back. */
  arm(faults: readonly object[]): void;
  ask(request: SimRequest): Promise<WireReply>;
  /** A connection to a path of its door. */
  join(socket: SimSocket, path: string): void;
  /** After its process was killed: another one over what is on disk. */
  restart(): Promise<void>;
  symbols(): Promise<readonly VenueSymbol[]>;
  close(): Promise<void>;
}

/** In USDT, in each wallet. */
export const FUNDED = '10000';
const LOOPBACK = '127.0.0.1';

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
        for (const event of events)
          if (event.type === 'order' || event.type === 'fill') placed.set(event.order.id, event.order);
      },
    });
    time.install();
    takeUpgrades(begun.door);
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
    const told = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
    return { status: reply.statusCode, body: reply.json(), text: reply.payload, headers: Object.fromEntries(told) };
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
    openKeyAccount: (title) => {
      const { exchange } = venue;
      const account = exchange.makeAccount(title, FUNDED, time.wallMs);
      if (account === null) throw new Error(`no room for ${title}`);
      const terms = { label: title, permissions: ['read', 'spot', 'futures'], ips: [] } as const;
      // A key stands by an account on disk.
      exchange.commit();
      const { key, secret } = exchange.keys.make(account, terms, time.wallMs);
      return {
        name: account.name,
        keys: { apiKey: new Secret(key), secretKey: new Secret(secret), passphrase: null },
      };
    },
    account: (name) => {
      const account = venue.exchange.account(name);
      if (account === undefined) throw new Error(`no account ${name}`);
      return account;
    },
    join: (socket, path) => upgrade(venue.door, socket, path),
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

/** Connections under way to the door, by the request that asks for them. */
const upgrading = new WeakMap<IncomingMessage, SimSocket>();

/** What the door's plugin would make a WebSocket of is the end of a connection already. */
function takeUpgrades({ websocketServer }: FastifyInstance): void {
  websocketServer.handleUpgrade = (request, _socket, _head, done) => {
    // As much of `ws` as the streams of the exchange use; see SimSocket.
    done(upgrading.get(request) as never, request);
  };
}

/** Goes the way of every request through the door, to whichever stream serves the path. */
function upgrade({ server }: FastifyInstance, socket: SimSocket, path: string): void {
  const line = Object.assign(new PassThrough(), { remoteAddress: LOOPBACK });
  const request = Object.assign(new IncomingMessage(line as unknown as Socket), {
    ...{ method: 'GET', url: path, headers: { connection: 'upgrade', upgrade: 'websocket' } },
  });
  upgrading.set(request, socket);
  server.emit('upgrade', request, line, Buffer.alloc(0));
}
