// The house's own wire of the local exchange in a simulated world.
import { createLocalStream } from '../../apps/server/src/adapters/exchanges/local/stream.ts';
import { createLocalVenue } from '../../apps/server/src/adapters/exchanges/local/venue.ts';
import { noKeys } from '../../apps/server/src/runner/keys/key-watch.ts';
import type { SimWire } from './sim-wire.ts';
import { reworded, type WireWords } from './wire-words.ts';

const URL_OF_IT = 'http://exchange';
const TIMEOUT_MS = 3_000;
/** Production's: longer than any delay after which a taken order becomes visible. */
const GRACE_MS = 5_000;
const STREAM_PATH = '/v1/stream';
const NOT_FOUND = 404;

const words: WireWords = {
  changeOf: ({ body = '', headers, method, path }) => {
    if (method !== 'POST') return null;
    const orders = path === '/v1/orders' ? (JSON.parse(body) as { orders: { cid: string }[] }).orders : [];
    return { path, account: headers['x-account'] ?? '', text: body, placed: orders.map(({ cid }) => cid) };
  },
  taken: ({ method, path }, { body }) => {
    if (method !== 'POST' || path !== '/v1/orders') return [];
    const { results = [] } = body as { results?: { order?: { cid: string } }[] };
    return results.flatMap(({ order }) => order?.cid ?? []);
  },
  asSeen: ({ path }, answer, isHidden) => {
    if (!path.startsWith('/v1/orders?')) return answer;
    const { list, order } = answer.body as { list?: { cid: string }[]; order?: { cid: string } };
    if (list !== undefined) {
      const left = list.filter(({ cid }) => !isHidden(cid));
      return left.length === list.length ? answer : reworded(answer, { ...answer, body: { list: left } });
    }
    if (order === undefined || !isHidden(order.cid)) return answer;
    return reworded(answer, { status: NOT_FOUND, body: { code: 'ORDER_NOT_FOUND', msg: 'no such order' } });
  },
  isHint: (frame) => /^\{"ch":"(fill|order|funding)"/.test(frame),
};

export function houseWire(token: string): SimWire {
  return {
    words,
    graceMs: GRACE_MS,
    fillId: ({ id }) => String(id),
    specFor: ({ chance, network, runner, trace }) => ({
      ...{ exchange: 'local', wire: 'house', graceMs: GRACE_MS, paced: true, keys: noKeys },
      venue: {
        ...createLocalVenue({ url: URL_OF_IT, token, timeoutMs: TIMEOUT_MS, send: network.http(runner) }),
        // As an exchange where bots trade by keys: protective stops stand there.
        keepsStops: true,
      },
      stream: createLocalStream({
        ...{ url: URL_OF_IT, token, jitter: () => chance.unit() },
        onBroken: (detail) => trace(`${runner.name} stream: ${detail}`),
        // The two methods of `ws` that matter behave alike; see SimSocket.
        open: () => network.socket(runner, STREAM_PATH) as never,
      }),
    }),
  };
}
