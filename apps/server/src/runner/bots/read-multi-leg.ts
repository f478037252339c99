// A bot of several legs as its rows have it: the convoy of the parent's snapshot and of its legs', and where each leg trades.
import type { Bot } from '@cormorant/core/engine/bot.ts';
import { type Convoy, openConvoy, readConvoy } from '@cormorant/core/engine/convoy.ts';
import { LegMachine } from '@cormorant/core/engine/leg-machine.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { coordinatorOf } from '@cormorant/core/strategies/registry.ts';
import type { Coordinator } from '@cormorant/core/strategy/coordinator.ts';
import type { Strategy } from '@cormorant/core/strategy/strategy.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { instrumentOf } from '../../ports/venue-market.ts';
import type { BotMarket, MarketBoard } from '../market-data/market-board.ts';

/** Of a leg. What its engine says of books, margin and ladder is read there; it is stepped by its convoy alone. */
export function legCell(
  board: MarketBoard,
  { kind, own }: Coordinator<unknown, unknown>,
  rules: VenueSymbol,
): BotMarket {
  return board.cell(rules.symbol, `leg of ${kind}`, JSON.stringify(rules), () => {
    const machine = own?.strategy ?? new LegMachine(kind, () => {});
    return new Engine(machine as Strategy<unknown, unknown>, instrumentOf(rules), defaultRiskLimits());
  });
}

/** By params as the parser made them. */
export function coordinatorFor(
  { id, kind }: Pick<BotRecord, 'id' | 'kind'>,
  params: unknown,
): Coordinator<unknown, unknown> {
  const coordinator = coordinatorOf(kind, params);
  if (coordinator === null) throw new Error(`bot ${id} has legs and no coordinator`);
  return coordinator;
}

/** One that has never started, with its investment in cash. */
export function freshMultiLeg(
  record: Pick<BotRecord, 'id' | 'kind' | 'investment'>,
  params: unknown,
  legIds: readonly number[],
  instruments: readonly Instrument[],
): Convoy {
  const investmentAtoms = parseQuote(instruments[0] as Instrument, record.investment, 'floor');
  const opening = { id: record.id, params, investmentAtoms, legIds, instruments };
  return openConvoy(coordinatorFor(record, params), opening);
}

/** Throws when the snapshots cannot be read. */
export function multiLegOf(record: BotRecord, legs: readonly BotRecord[], instruments: readonly Instrument[]): Convoy {
  const { params } = record.engine as Convoy;
  if (legs.some(({ engine }) => engine === null)) {
    const ids = legs.map(({ id }) => id);
    return freshMultiLeg(record, params, ids, instruments);
  }
  const bots = legs.map(({ engine }) => structuredClone(engine) as Bot);
  const { own } = coordinatorFor(record, params);
  return readConvoy({ ...structuredClone(record.engine as Convoy), id: record.id, legs: bots }, own);
}
