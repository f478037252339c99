// For tests: a bot on a perpetual in the rig, asked through the runner's own port, with what the venue says of it.
import type { BotRecord } from '../src/ports/bot-record.ts';
import type { VenueFill, VenueFunding, VenuePosition } from '../src/ports/venue.ts';
import { createBotRunner } from '../src/runner/commands/bot-commands.ts';
import type { BotCommandDeps } from '../src/runner/commands/command-context.ts';
import { contractRules, openRig, type Rig } from './runner-rig.ts';

const START_MS = 1_700_000_000_000;
export const params = {
  ...{ direction: 'long', leverage: '3', first_amount: '100', max_positions: '3', multiplier: '2', add_drop: '3' },
  ...{ add_callback: '0', take_profit: '1.3', tp_callback: '0', stop_loss: '15', cycle: 'loop', entry: 'now' },
  ...{ guard_drop: '20', guard_minutes: '1' },
};

/** Of the runner's own port over a rig, for what asks neither store nor journal. */
export function depsOf({ tradingAccount, opened }: Pick<Rig, 'tradingAccount' | 'opened'>): BotCommandDeps {
  const known = () => true;
  const none = async () => [];
  const asked = { actorOf: async () => opened, accountForNew: async () => tradingAccount, askHalt: none };
  const actors = { knowsBooks: known, knowsAllBooks: known, ...asked };
  return { actors, clock: { nowMs: () => 0 } } as unknown as BotCommandDeps;
}

type Params = Readonly<Record<string, unknown>>;
export type ContractRig = ReturnType<typeof open>;

/** A martingale, unless another kind is asked for with all its params. */
export function open(more: Params = {}, kind: BotRecord['kind'] = 'martin', graceMs = 20) {
  const own = kind === 'martin' ? { ...params, ...more } : more;
  const rig = openRig(graceMs, { kind, params: own, symbolRules: contractRules });
  rig.venue.balances = [{ asset: 'USDT', free: '5000', locked: '0' }];
  Object.assign(rig.venue.port, { symbols: async () => [contractRules] });
  const runner = createBotRunner(depsOf(rig));
  return { ...rig, runner };
}

export const operate = (rig: ContractRig, operation: Parameters<ContractRig['runner']['operate']>[2]) =>
  rig.runner.operate(1, 1001, operation);

export async function started(
  more: Params = {},
  kind: BotRecord['kind'] = 'martin',
  graceMs = 20,
  prepare: (venue: ContractRig['venue']) => void = () => {},
): Promise<ContractRig> {
  const rig = open(more, kind, graceMs);
  prepare(rig.venue);
  const answer = await operate(rig, { name: 'start' });
  if (answer.outcome !== 'done' || answer.value.status !== 'running') throw new Error(JSON.stringify(answer));
  return rig;
}

export const funding = (id: string, amount: string): VenueFunding => ({
  ...{ id, symbol: 'BTC/USDT:USDT', positionSide: 'net', rate: '0.0001', mark: '100', amount },
  atMs: START_MS + 1_000 + Number(id),
});

export const position = (more: Partial<VenuePosition>): VenuePosition => ({
  ...{ symbol: 'BTC/USDT:USDT', positionSide: 'net', qty: '1', entryPrice: '100', margin: '33.4' },
  ...{ marginMode: 'isolated', leverage: 3, markPrice: '100', liqPrice: '0', unrealized: '0' },
  ...more,
});

export const forced = ({ live }: Rig, qty: string): VenueFill => ({
  ...{ id: '900', cid: 'autoclose-1', symbol: 'BTC/USDT:USDT', side: 'sell', price: '70', qty, fee: '0' },
  ...{ feeAsset: 'USDT', maker: false, last: '70', atMs: live.botMarket.market.nowMs + 1_000 },
  ...{ positionSide: 'net', liquidation: true },
});
