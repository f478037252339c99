// Stands between server and exchange and spoils some of the answers to placements: after the exchange has taken them
// (the reply is lost, or turns into a 502) or before it has even seen them. Everything else passes untouched.
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

export type Fault = 'none' | 'reply-lost' | 'bad-gateway' | 'never-sent' | 'broken-json';

export interface FaultyProxy {
  readonly url: string;
  /** How often each fault has been done. */
  readonly done: Map<Fault, number>;
  /** From now on it leads to another address. */
  leadTo(target: string): void;
  stop(): Promise<void>;
}

const SPOILED = ['/v1/orders', '/v1/orders/cancel'];

/** `choose` decides for each placement or cancel what happens to it. */
export async function startFaultyProxy(target: string, choose: () => Fault): Promise<FaultyProxy> {
  let { hostname, port } = new URL(target);
  const done = new Map<Fault, number>();
  const server = createServer((incoming, outgoing) => {
    const spoilable = incoming.method === 'POST' && SPOILED.includes(incoming.url ?? '');
    const fault = spoilable ? choose() : 'none';
    done.set(fault, (done.get(fault) ?? 0) + 1);
    if (fault === 'never-sent') {
      incoming.resume();
      incoming.once('end', () => incoming.socket.destroy());
      return;
    }
    const forward = request(
      { host: hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (reply) => {
        if (fault === 'none') {
          outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
          reply.pipe(outgoing);
          return;
        }
        // The exchange has done its work; what it says does not arrive.
        reply.resume();
        reply.once('end', () => {
          if (fault === 'reply-lost') incoming.socket.destroy();
          else if (fault === 'bad-gateway')
            outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
          else outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[{"ok":');
        });
      },
    );
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (incoming, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
      // The server does not count these any more, and half of one may stay open for ever.
      for (const socket of upgraded) socket.destroy();
    });
  const leadTo = (next: string) => {
    ({ hostname, port } = new URL(next));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, done, leadTo, stop };
}
