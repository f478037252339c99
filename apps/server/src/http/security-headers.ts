// What every answer tells the browser: no scripts but our own files, no frames, no sniffing; and which other origins
// (the native shell's) may call the API.
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

const DAY_SECONDS = 86_400;

export interface SecurityDeps {
  readonly https: boolean;
  readonly shellOrigins: readonly string[];
  /** The object storage that the web app was built to ask for updates; null when it is ourselves. */
  readonly ossOrigin: string | null;
}

const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  // Charts and positioned layers set styles at run time; scripts stay files.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  // A string never becomes a script or markup. The one exception a page may define, once, is the web app's own: the
  // drawing of the chart library's mark (features/bots/chart/trust-mark.ts).
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
};

/** For answers that no hook passes, because no request could be made of the bytes. They are JSON and never a page. */
export const bareHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

/** What a page of ours never asks the browser for, and so nothing that got into it can. */
const permissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The page of the API's description is another project's and sets markup from strings; all other rules hold there. */
function untyped(reply: FastifyReply): string {
  const policy = String(reply.getHeader('content-security-policy') ?? reply.raw.getHeader('content-security-policy'));
  return policy.replace(/;?\s*(require-trusted-types-for|trusted-types)[^;]*/g, '');
}

export async function setSecurityHeaders(
  app: FastifyInstance,
  { https, shellOrigins, ossOrigin }: SecurityDeps,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, connectSrc: ["'self'", ...(ossOrigin === null ? [] : [ossOrigin])] },
    },
    strictTransportSecurity: https ? { maxAge: 365 * DAY_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions);
    if (request.url.startsWith('/api/docs')) reply.header('content-security-policy', untyped(reply));
    if (!request.url.startsWith('/api') && !request.url.startsWith('/hook/')) return;
    reply.header('cache-control', 'no-store');
    const origin = request.headers.origin;
    if (origin === undefined || !shellOrigins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (request.method !== 'OPTIONS') return;
    reply
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type, x-lang, x-screen-handled')
      .header('access-control-max-age', '600');
    return reply.status(204).send();
  });
}
