// What a node says when it has thrown the state of a block away is told from every other failure: nothing can be compared then,
// and no coin is missing.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChainStateMissing } from '../../ports/money-chain.ts';
import { createRpcNode, type RpcNode } from './rpc-node.ts';

let server: Server;
let node: RpcNode;
let named: RpcNode;
let said = '';
const ADDRESS = `0x${'11'.repeat(20)}`;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: said } }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const nodeAt = (path: string) =>
    createRpcNode({ url: `http://127.0.0.1:${port}/${path}`, contract: ADDRESS, timeoutMs: 5_000 });
  node = nodeAt('hunter2');
  named = nodeAt('state-histories/pruned');
});
afterAll(() => server.close());

const asks = (asked: RpcNode): Promise<unknown>[] => [
  asked.tokenBalance(ADDRESS, 5),
  asked.tokenBalances([ADDRESS, ADDRESS], 5),
  asked.gasBalance(ADDRESS, 5),
  asked.minedNonce(ADDRESS, 5),
];
async function errorsOf(words: string, asked = node): Promise<Error[]> {
  said = words;
  const told = await Promise.allSettled(asks(asked));
  return told.map((one) => (one as PromiseRejectedResult).reason as Error);
}

it.each([
  'missing trie node 4c8a (path ) state 0x4c8a is not available, not found',
  'historical state 4c8a is not available',
  'required historical state unavailable (reexec=128)',
  'No state available for block 0x5',
  'state at block #5 is pruned',
  'old data not available due to pruning',
])('a node that says "%s" keeps no state of that block', async (words) => {
  for (const error of await errorsOf(words)) expect(error).toBeInstanceOf(ChainStateMissing);
});

it.each(['header not found', 'limit exceeded', 'execution reverted'])(
  'one that says "%s" has another fault',
  async (words) => {
    for (const error of await errorsOf(words)) {
      expect(error).not.toBeInstanceOf(ChainStateMissing);
      expect(error.message).not.toContain('hunter2');
    }
  },
);

it('a node is not judged by what its address is called', async () => {
  for (const error of await errorsOf('limit exceeded', named)) expect(error).not.toBeInstanceOf(ChainStateMissing);
});
