// Stands between a process and its node of the chain: can hold one call (before the node sees it, or when it has answered),
// so that a kill falls surely there, and can lie in its answers. Everything else passes untouched.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What is told instead of the node's answer; undefined = nothing, the connection breaks. `ask` hands the call on. */
export type Judge = (call: RpcCall, ask: () => Promise<RpcAnswer>) => Promise<RpcAnswer | undefined>;

export interface RpcProxy {
  readonly url: string;
  /** Resolves when the next such call stands there; it never gets an answer. */
  hold(method: string, at: 'before' | 'after'): Promise<void>;
  stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export async function startRpcProxy(node: string, judge: Judge = (_call, ask) => ask()): Promise<RpcProxy> {
  let held: { method: string; at: 'before' | 'after'; reached: () => void } | null = null;
  const never = new Promise<never>(() => {});

  async function answer(call: RpcCall): Promise<RpcAnswer | undefined> {
    const holder = held?.method === call.method ? held : null;
    if (holder !== null) held = null;
    if (holder?.at === 'before') {
      holder.reached();
      await never;
    }
    const told = await judge(call, async () => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(node, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', ...call }),
      });
      return (await response.json()) as RpcAnswer;
    });
    if (holder?.at === 'after') {
      holder.reached();
      await never;
    }
    return told;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = JSON.parse(await bodyOf(request)) as RpcCall;
    const told = await answer(call);
    if (told === undefined) request.socket.destroy();
    else response.end(JSON.stringify({ jsonrpc: '2.0', ...told, id: call.id }));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy()); // the node or the asker has gone
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (method, at) =>
      new Promise((reached) => {
        held = { method, at, reached };
      }),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
