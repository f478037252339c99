// The door to the faucet of a local chain, for the person in front of this machine: a page with one button, and what the
// button does. Like the page of mails it answers only what a browser of this machine asks under this machine's own name,
// and a page elsewhere cannot press the button.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GiveTestCoin } from '../ports/money-chain.ts';
import { unknownPath } from './faults.ts';
import { isOwnMachine } from './local-mail-page.ts';

export const FAUCET_PATH = '/dev/faucet';
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const FORM_BYTES = 200;

/** No address of a request is written into the page unless it is one. */
function page(address: string, said: string): string {
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>测试币 · Faucet</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem;color:#0f1729;background:#f4f6fa}
form{background:#fff;border-radius:16px;padding:16px}label{display:block;font-size:14px;color:#4d576b}
input{box-sizing:border-box;width:100%;height:48px;margin:8px 0 16px;padding:0 12px;font:14px monospace;border:1px solid #c9d0de;border-radius:12px}
button{width:100%;height:48px;border:0;border-radius:12px;background:#1f5eff;color:#fff;font:inherit;font-weight:700}
p{overflow-wrap:anywhere}</style></head><body>
<h1>测试币 · Faucet</h1>
<p>本机测试链,币没有价值。每次发放 1,000 USDT 和手续费。<br>Local test chain, the coin is worth nothing. Each click gives 1,000 USDT and gas.</p>
<form method="post" action="${FAUCET_PATH}"><label for="to">地址 · Address</label>
<input id="to" name="to" value="${address}" required pattern="0x[0-9a-fA-F]{40}" autocomplete="off" spellcheck="false">
<button type="submit">发放测试币 · Give test coin</button></form>
<p role="status">${said}</p></body></html>`;
}

/** A form of ours, or no browser at all. */
function isOwnForm({ headers }: FastifyRequest): boolean {
  return ['same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined);
}

export async function showFaucet(app: FastifyInstance, faucet: () => GiveTestCoin): Promise<void> {
  await app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: FORM_BYTES } as const;
    scope.addContentTypeParser<string>('application/x-www-form-urlencoded', form, (_request, body, done) => {
      done(null, { to: new URLSearchParams(body).get('to') ?? '' });
    });
    const addressIn = (fields: unknown): string => {
      const { to } = (fields ?? {}) as { to?: unknown };
      return typeof to === 'string' && ADDRESS.test(to) ? to : '';
    };
    scope.get(FAUCET_PATH, { schema: { hide: true } }, async (request, reply) => {
      if (faucet() === null || !isOwnMachine(request)) return reply.status(404).send(unknownPath(request));
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      return reply.send(page(addressIn(request.query), ''));
    });
    scope.post(FAUCET_PATH, { schema: { hide: true } }, async (request, reply) => {
      const give = faucet();
      if (give === null || !isOwnMachine(request) || !isOwnForm(request)) {
        return reply.status(404).send(unknownPath(request));
      }
      const address = addressIn(request.body);
      const said = address === '' ? '地址无效 · Invalid address' : `已发放 · Given: ${await give(address)}`;
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      return reply.send(page(address, said));
    });
  });
}
