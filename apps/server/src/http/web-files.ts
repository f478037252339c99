// The built web app: hashed files for ever, the release file never kept, everything else asked anew each time, and the one
// page for every path of its router.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unknownPath } from './faults.ts';

const ownPaths = /^\/(api|ws|healthz|hook|assets|updates)(\/|\?|$)/;

/** What the newest release is must never come from a cache; a page may, once the server has said it is unchanged. */
function cacheRule(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return path.includes('/updates/') ? 'no-store' : 'no-cache';
}

/** A path of the app's router: not ours, and not a file (its last part has no dot). */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  return request.method === 'GET' && !ownPaths.test(request.url) && !path.slice(path.lastIndexOf('/')).includes('.');
}

export async function serveWeb(app: FastifyInstance, webDist: string | null): Promise<void> {
  const page = webDist !== null && existsSync(join(webDist, 'index.html'));
  if (webDist !== null && page) {
    await app.register(fastifyStatic, {
      root: webDist,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheRule(path));
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (page && isPage(request)) return reply.sendFile('index.html');
    return reply.status(404).send(unknownPath(request));
  });
}
