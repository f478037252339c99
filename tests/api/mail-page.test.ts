// The page of mails on this machine: what it shows, how long, and to whom it does not exist.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiServer, newPerson, startApi } from './api-server.ts';
import { codeSentTo } from './local-mails.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

function ask(
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: NodeJS.Dict<unknown>; html: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(`${api.url}/dev/mail`, { headers }, (answer) => {
      let html = '';
      answer.on('data', (chunk) => {
        html += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, html }));
    });
    asking.on('error', reject).end();
  });
}

async function sendCode(email: string): Promise<string> {
  const { token } = await newPerson(api);
  const body = { field: 'email_code', value: email };
  expect((await api.send('POST', '/api/user/setInfo', body, { token })).code).toBe(1);
  return codeSentTo(api, email);
}

describe('the local page', () => {
  it('shows the newest first, as text, without script and by a policy that allows none', async () => {
    expect((await ask()).html).toContain('No mail yet');
    const odd = 'a&b+c@example.org';
    const codes = [await sendCode(odd), await sendCode('second@example.org')];
    const { status, headers, html } = await vi.waitFor(async () => {
      const answer = await ask();
      expect(answer.html).toContain('second@example.org');
      return answer;
    }, 5_000);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
    expect(html).not.toMatch(/<script|<img|<link|\son\w+=|http:|https:/i);
    expect(html).toContain('a&amp;b+c@example.org');
    for (const code of codes) expect(html).toContain(`<p class="code">${code}</p>`);
    expect(html.indexOf('second@')).toBeLessThan(html.indexOf('a&amp;b'));
  });

  it.each([
    ['under another name that points here', { host: 'evil.example:3000' }],
    ['under a name that only looks like ours', { host: '127.0.0.1.evil.example' }],
    ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['through another proxy', { forwarded: 'for=203.0.113.7' }],
  ])('is not there when asked %s', async (_name, headers) => {
    const answer = await ask(headers);
    expect(answer.status).toBe(404);
    expect(answer.html).not.toMatch(/\d{6}<|example\.org/);
  });

  it('forgets a mail after a day', async () => {
    api.clock.advance(86_400_000);
    expect((await ask()).html).toContain('No mail yet');
  });

  it.each([
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' }],
    ['a public name', { PUBLIC_URL: 'https://bots.example.org', PASSWORD_COST: 'full' }],
  ])('is as unknown as any path with %s', async (_name, env) => {
    const server = await startApi(env);
    try {
      const [page, any] = [await server.send('GET', '/dev/mail'), await server.send('GET', '/api/no/such')];
      expect({ ...page, headers: null }).toEqual({ ...any, headers: null });
      expect(page.status).toBe(404);
    } finally {
      await server.close();
    }
  });
});
