// The WebSocket route. A browser's Origin must be our own or the native shell's; other clients send none.

import * as codes from '@cormorant/contract/codes.ts';
import { pushPath } from '@cormorant/contract/push.ts';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { errorOf } from '../envelope.ts';
import type { PushHub } from './push-hub.ts';

const MOST_FRAME_BYTES = 16 * 1024;

/** `own` is the public origin; the host that was asked counts as our own too. */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const parsed = URL.parse(origin);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.host === host;
}

export async function openPushDoor(
  app: FastifyInstance,
  hub: PushHub,
  allowedOrigins: readonly string[],
): Promise<void> {
  await app.register(websocket, { options: { maxPayload: MOST_FRAME_BYTES } });
  app.get<{ Querystring: { lang?: string } }>(
    pushPath,
    {
      websocket: true,
      schema: { hide: true },
      preValidation: async (request, reply) => {
        if (isAllowedOrigin(request.headers.origin, request.headers.host, allowedOrigins)) return;
        return reply.status(403).send(errorOf(codes.forbidden, 'zh'));
      },
    },
    (socket, request) => hub.accept(socket, request.ip, request.query.lang),
  );
}
