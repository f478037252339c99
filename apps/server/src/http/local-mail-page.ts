// The door to the page of mails that went nowhere else, for the person in front of this machine. It answers only what a
// browser on this machine asks under this machine's own name: a page elsewhere whose name was made to point here sees
// nothing, and neither does anybody through a proxy.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unknownPath } from './faults.ts';

/** The page as HTML. */
export type LocalMailPage = () => Promise<string>;

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

export function isOwnMachine({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): boolean {
  if (forwarded.some((name) => headers[name] !== undefined)) return false;
  if (!/^(127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/.test(ip)) return false;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
}

/** Null: mails leave by a mail server, or not at all, and the path is as unknown as any other. */
export function showLocalMails(app: FastifyInstance, page: LocalMailPage | null): void {
  app.get('/dev/mail', { schema: { hide: true } }, async (request, reply) => {
    if (page === null || !isOwnMachine(request)) return reply.status(404).send(unknownPath(request));
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await page());
  });
}
