// A martingale on the rig that checks the money after every event, in words for the tests. Prices are in ticks of 0.01;
// the rig fills market orders 0.02 % worse than the last print and takes 0.1 % (spot) of what is received.
import type { MartinParams } from '@cormorant/core/strategies/martin/params.ts';
import { parseMartinParams } from '@cormorant/core/strategies/martin/params.ts';
import type { MartinState } from '@cormorant/core/strategies/martin/state.ts';
import type { RawParams } from '@cormorant/core/strategy/field.ts';
import type { BotStatus } from '@cormorant/core/strategy/strategy.ts';
import { perpetual, spot } from '../machines/instruments.ts';
import { MachineRig } from '../machines/machine-rig.ts';
import { martinLong, martinShort, martinSpot } from '../machines/martin-case.ts';

const START_MS = 1_700_000_000_000;
/** Small drops, wide guard, no callbacks: each test says what it is about. */
const calm = {
  ...{ first_amount: '20', max_positions: '4', add_drop: '1', multiplier: '1', add_callback: '0', tp_callback: '0' },
  ...{ take_profit: '1', guard_drop: '20', loop_interval: '60', stop_loss: '20' },
};

export class Life {
  readonly rig: MachineRig;
  constructor(raw: RawParams, market: 'spot' | 'long' | 'short' = 'spot', investment = 10_000) {
    const instrument = market === 'spot' ? spot : perpetual;
    const direction = market === 'spot' ? {} : { direction: market, leverage: '3' };
    const investmentAtoms = investment * 1e8;
    const given = { ...calm, ...(market === 'spot' ? {} : { stop_loss: '' }), ...direction, ...raw };
    const parsed = parseMartinParams(given, { instrument, lastTicks: 100_000, investmentAtoms });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const one = market === 'spot' ? martinSpot : market === 'long' ? martinLong : martinShort;
    this.rig = new MachineRig(one, instrument, parsed.params, investmentAtoms, START_MS);
  }
  start(ticks = 100_000): this {
    this.rig.print(ticks);
    this.rig.command({ name: 'start' });
    return this;
  }
  to(...ticks: number[]): this {
    for (const one of ticks) this.rig.print(one);
    return this;
  }
  wait(ms: number, ticks = this.rig.market.lastTicks): this {
    this.rig.print(ticks, ms);
    return this;
  }
  get state(): MartinState {
    return this.rig.bot.state as MartinState;
  }
  get params(): MartinParams {
    return this.rig.bot.params as MartinParams;
  }
  get adds(): number {
    return this.state.lots.length;
  }
  get at(): [BotStatus, string, string] {
    const { status, pauseReason, stopReason } = this.rig.bot;
    return [status, pauseReason, stopReason];
  }
  logs(why: string): Record<string, string>[] {
    const rows = this.rig.facts.trace.filter((line) => line.startsWith('log ') && line.split(' ')[2] === why);
    return rows.map((line) => JSON.parse(line.slice(line.indexOf('{'))));
  }
  fills(purpose: string): string[] {
    return this.rig.facts.trace.filter((line) => line.startsWith('fill ') && line.endsWith(` ${purpose}`));
  }
  resting(): { side: string; priceTicks: number; qtyLots: number }[] {
    return [...this.rig.resting.values()].map(({ side, priceTicks, qtyLots }) => ({ side, priceTicks, qtyLots }));
  }
}
