// What the page of a bot says of its worst case: of the round it is in, not of one that would begin at this moment.
import { previewOf } from '@cormorant/core/strategies/registry.ts';
import { expect, it } from 'vitest';
import { started } from '../../../test/contract-rig.ts';
import { figuresOf } from './bot-figures.ts';
import { machineView, marginView } from './bot-machine-view.ts';

it('the liquidation when full is that of the whole ladder from the first order, wherever the price has gone since', async () => {
  const { live } = await started({ stop_loss: '30' });
  const bot = { ...live.record, engine: JSON.parse(JSON.stringify(live.bot)) };
  const at = (price: string) => {
    const figures = figuresOf(bot, price);
    const view = machineView(bot, figures, undefined, 0);
    const first = view.lines.find(({ state }) => state === 'filled')?.priceTicks ?? 0;
    return { figures, first, margin: marginView(view, bot, figures) };
  };
  const { figures, first, margin } = at('100');
  const { instrument, investmentAtoms } = figures;
  const context = { instrument, lastTicks: first, investmentAtoms, worst: null, funding: null };
  const full = previewOf('martin', live.bot.params, context)?.figures.find(({ key }) => key === 'liquidation_full');
  expect(Number(full?.value)).toBeGreaterThan(0);
  expect(margin?.worst_liq_price).toBe(full?.value);
  for (const price of ['98', '103.5']) expect(at(price).margin?.worst_liq_price).toBe(full?.value);
});
