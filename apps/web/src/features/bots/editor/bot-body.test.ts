// What is sent: plain figures, counts as integers, nothing that is not drawn; a change clears what was emptied.

import { botCreate, botUpdate } from '@cormorant/contract/calls/bots.ts';
import type { BotInfo } from '@cormorant/contract/entities/bot.ts';
import { parseRequest } from '@cormorant/contract/refusal.ts';
import { expect, it } from 'vitest';
import { changeBody, createBody, valuesOf } from './bot-body.ts';
import { defaultsOf, type Values } from './field-rules.ts';
import { gridType, symbol } from './sample-form.ts';

const type = gridType();
const values: Values = {
  ...defaultsOf(type.fields),
  lower: '50,000',
  upper: '７００００',
  grid_mode: 'geometric',
  trail_limit: '80000',
  investment: '1,000.50',
  name: ' Tide ',
};

it('makes a body that the contract accepts', () => {
  const body = createBody(type, symbol, values, 1);
  expect(body).toEqual({
    type_id: 3,
    exchange: 'local',
    market: 'spot',
    symbol: 'BTC/USDT',
    name: 'Tide',
    investment: '1000.50',
    params: { lower: '50000', upper: '70000', grid_levels: 20, grid_mode: 'geometric', trailing_up: '0' },
    simulate: 0,
    start: 1,
    risk_ack: 1,
  });
  expect(parseRequest(botCreate, { body })).toMatchObject({ ok: true });
});

it('sends of a change what differs, and null for what was emptied or hidden', () => {
  const before = { ...values, stop_loss: '40000', trailing_up: '1', investment: '1000.50', lower: '50000' };
  const body = changeBody(type.fields, before, { ...values, take_profit: '90,000' }, 4);
  expect(body).toEqual({
    params: { stop_loss: null, take_profit: '90000', trailing_up: '0', trail_limit: null },
    version: 4,
    risk_ack: 1,
  });
  expect(parseRequest(botUpdate, { query: { id: 1 }, body })).toMatchObject({ ok: true });
});

it('reads a bot back into the form it came from', () => {
  const { params, investment } = createBody(type, symbol, values, 1);
  const { grid_levels: _default, ...stated } = params;
  const info = { name: 'Tide', investment, grid_levels: null, stop_loss: null, params: stated } as unknown as BotInfo;
  const form = valuesOf(type.fields, info);
  expect(form).toMatchObject({ lower: '50000', grid_levels: '20', stop_loss: '', investment: '1000.50', name: 'Tide' });
  expect(createBody(type, symbol, form, 1).params).toEqual(params);
});
