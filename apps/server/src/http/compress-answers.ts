// Long answers travel compressed: the list of thirty bots is a third of a second on a slow line otherwise. What a page of a
// stranger could learn from their length it cannot ask for, because who asks is told by a header and never by a cookie.
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** What fits into one packet gains nothing. */
export const smallestBytes = 1_400;
/** Higher levels win a few percent and cost several times the work. */
const brotliQuality = 4;

type Encoding = 'br' | 'gzip';

const encodings: readonly Encoding[] = ['br', 'gzip'];
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** The best that the client takes: named, and not with a weight of zero. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const taken = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  return encodings.find((name) => taken.get(name)) ?? null;
}

function compress(text: string, encoding: Encoding): Promise<Buffer> {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality, [zlib.BROTLI_PARAM_SIZE_HINT]: text.length };
  return encoding === 'br' ? brotli(text, { params }) : deflate(text);
}

/** For the routes of this scope. Files that are sent in pieces stay as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallestBytes) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding);
    return compress(payload, encoding);
  });
}
