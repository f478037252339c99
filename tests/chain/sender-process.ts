// The custody jobs as production wires them, in a process of their own that can be killed, over two nodes and with shorter
// waits: a minute until a transaction counts as stuck would be most of a test.
import pino from 'pino';
import { createInProcessBus } from '../../apps/server/src/adapters/bus/in-process-bus.ts';
import { createAgreedChain } from '../../apps/server/src/adapters/chain/agreed-chain.ts';
import { openCustodyKeys } from '../../apps/server/src/adapters/chain/custody-keys.ts';
import { createRpcNode } from '../../apps/server/src/adapters/chain/rpc-node.ts';
import { systemClock } from '../../apps/server/src/adapters/system/system-clock.ts';
import { startCustodyJobs } from '../../apps/server/src/wiring/custody-jobs.ts';
import { openStores } from '../../apps/server/src/wiring/open-stores.ts';
import { Undoing } from '../../apps/server/src/wiring/undoing.ts';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};

const logger = pino({ level: 'error' });
// Nodes lie and break all the time here: a round that fails is followed by the next.
const report = (): void => undefined;
const undoing = new Undoing();
const config = { databaseUrl: env('DATABASE_URL'), databaseConnections: 4 };
const stores = await openStores({ config, logger, clock: systemClock, report, undoing });
const contract = env('CHAIN_USDT');
const nodeOf = (url: string) => createRpcNode({ url, contract, timeoutMs: 10_000 });
const chain = createAgreedChain({
  contract,
  nodes: [nodeOf(env('CHAIN_RPC_URL')), nodeOf(env('CHAIN_RPC_URL_2'))],
});
const keys = openCustodyKeys({ by: 'seed', seedFile: env('CUSTODY_SEED_FILE') });
const house = { bus: createInProcessBus(report), clock: systemClock, logger, report, undoing, stores };
const pace = { pauseMs: 50, sweepPauseMs: 60_000, proofPauseMs: 500, resendMs: 500, stuckMs: 2_000 };
startCustodyJobs(house, { chain, explorer: '', coldWallet: null }, keys, pace);
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
