// Opens the money on the chain and keeps it going. Invariant: nothing of it begins before both nodes have told the pinned
// chain, contract and decimals; where they tell others, money stays closed and the log says why.
import { TOKEN_DECIMALS } from '@cormorant/core/custody/chain-figures.ts';
import { createAgreedChain } from '../adapters/chain/agreed-chain.ts';
import { faultOfCold } from '../adapters/chain/cold-address.ts';
import { openCustodyKeys } from '../adapters/chain/custody-keys.ts';
import { createDepositAddresses, requireOwnAddresses } from '../adapters/chain/deposit-addresses.ts';
import { createFaucet } from '../adapters/chain/faucet.ts';
import { isOwnChain } from '../adapters/chain/own-chain.ts';
import { createRpcNode } from '../adapters/chain/rpc-node.ts';
import type { Config } from '../config.ts';
import type { Custody } from '../features/assets/deposit.ts';
import { CHAIN_ID } from '../ports/chain.ts';
import type { GiveTestCoin, MoneyChain } from '../ports/money-chain.ts';
import { LOCAL_PACE, REAL_PACE, startCustodyJobs } from './custody-jobs.ts';
import { keepDoing, type ServerContext } from './house.ts';
import { pinChain } from './pin-chain.ts';

const RPC_TIMEOUT_MS = 5_000;
const EXPLORER = 'https://bscscan.com/tx/';
const FAUCET_PATH = '/dev/faucet';
const OPEN_PAUSE_MS = 1_000;

export interface CustodyDesk {
  /** Null until the chain was found to be what it should be, and where none is set up. */
  custody(): Custody | null;
}

const closed: CustodyDesk = { custody: () => null };

const coldWalletOf = ({ custody }: Config): string | null => custody?.coldAddress?.toLowerCase() ?? null;

/** What is wrong with this chain or token; null = nothing. */
async function wrongOf(
  context: ServerContext,
  chain: MoneyChain,
  mark: string,
  hotWallet: string | null,
): Promise<string | null> {
  const { custody } = context.config;
  const coldWallet = coldWalletOf(context.config);
  const written = custody?.coldAddress ?? null;
  if (written !== null) {
    const deposits = (await context.stores.deposits.addressesAbove(-1)).map(({ address }) => address);
    const fault = faultOfCold(written, [chain.contract, hotWallet, ...deposits]);
    if (fault !== null) return fault;
  }
  // Before anything is pinned: what one node tells is enough only of a chain that nobody else uses.
  if (custody?.isLocal === true && !(await isOwnChain(custody.rpcUrls[0], RPC_TIMEOUT_MS))) {
    return 'CHAIN_RPC_URL is no anvil of this machine, and only there CHAIN_USDT may be a token of its own';
  }
  const facts = await chain.facts();
  if (facts.chainId !== CHAIN_ID) return `the chain is ${facts.chainId}, not ${CHAIN_ID}`;
  if (facts.decimals !== TOKEN_DECIMALS) return `the token has ${facts.decimals} decimals, not ${TOKEN_DECIMALS}`;
  const { latest } = await chain.heads();
  const hash = await chain.hashOf(latest);
  if (hash === null) throw new Error('the newest block is gone already');
  const pin = { contract: chain.contract, facts, xpubMark: mark, hotWallet, coldWallet };
  const deps = {
    deposits: context.stores.deposits,
    log: (_: 'error', message: string) => context.logger.error(message),
  };
  const other = await pinChain(deps, pin, { number: latest, hash }, context.clock.nowMs());
  return other === null ? null : `${other} is another one than at the first start`;
}

/** Asks until the chain answers; then it is open for good, or closed with a word in the log. */
export function openCustody(context: ServerContext): CustodyDesk {
  const { config, logger } = context;
  if (config.custody === null) return closed;
  const { contract, isLocal, keys: files, rpcUrls, xpub } = config.custody;
  const coldWallet = coldWalletOf(config);
  const addresses = createDepositAddresses(xpub);
  const keys = files !== null && config.roles.has('jobs') ? openCustodyKeys(files) : null;
  requireOwnAddresses(addresses, keys);
  const nodeOf = (url: string) => createRpcNode({ url, contract, timeoutMs: RPC_TIMEOUT_MS });
  const first = nodeOf(rpcUrls[0]);
  const chain = createAgreedChain({ contract, nodes: [first, rpcUrls[1] === rpcUrls[0] ? first : nodeOf(rpcUrls[1])] });
  const custody: Custody = { chain, addresses, explorer: isLocal ? '' : EXPLORER, faucet: isLocal ? FAUCET_PATH : '' };
  let state: 'asking' | 'open' | 'refused' = 'asking';
  keepDoing(context, OPEN_PAUSE_MS, async () => {
    if (state !== 'asking') return;
    const wrong = await wrongOf(context, chain, addresses.mark, keys?.hot.address ?? null);
    if (wrong === null) {
      state = 'open';
      if (config.roles.has('jobs'))
        startCustodyJobs(context, { ...custody, coldWallet }, keys, isLocal ? LOCAL_PACE : REAL_PACE);
    } else {
      state = 'refused';
      logger.error(`Money stays closed: ${wrong}`);
    }
  });
  return { custody: () => (state === 'open' ? custody : null) };
}

/** Gives nothing unless the chain was found to be one's own: nobody else sees the page. */
export function openFaucet({ custody }: Config, desk: CustodyDesk): () => GiveTestCoin {
  if (custody === null || !custody.isLocal) return () => null;
  const { contract, rpcUrls } = custody;
  const { give } = createFaucet({ rpcUrl: rpcUrls[0], contract, timeoutMs: RPC_TIMEOUT_MS });
  return () => (desk.custody() === null ? null : give);
}
