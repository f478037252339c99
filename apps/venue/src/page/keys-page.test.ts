// Who reaches the page at all: peers of this machine, whatever the rest of the request says.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addKeysPage, type KeysPageDeps } from './keys-page.ts';

test('a peer that is not of this machine is refused, also under a Host of this machine', async () => {
  const door = Fastify();
  // The style asks nothing of the exchange.
  addKeysPage(door, {} as KeysPageDeps);
  const statusFor = async (remoteAddress: string) =>
    (await door.inject({ url: '/keys/style.css', headers: { host: '127.0.0.1' }, remoteAddress })).statusCode;
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await statusFor(own), own).toBe(200);
  for (const foreign of ['10.1.2.3', '::ffff:10.1.2.3', 'fe80::1']) expect(await statusFor(foreign), foreign).toBe(403);
  await door.close();
});
