// Calls about what is held: all open positions at once, and the purchases one of them was built from.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { position } from '../entities/position.ts';
import { positionAdd } from '../entities/position-add.ts';
import { decimal, flag, idIn } from '../wire.ts';

export const userPositions = defineCall({
  name: 'userPositions',
  method: 'GET',
  path: '/api/user/positions',
  summary: 'Every open position of live bots, newest first, with their sums; an empty exchange = all',
  access: 'user',
  query: z.object({ exchange: z.string().max(20).default('') }),
  data: z.object({
    list: z.array(position.extend({ simulated_market: flag })),
    sum: z.object({ cost: decimal, unrealized: decimal }),
  }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
});

export const positionAdds = defineCall({
  name: 'positionAdds',
  method: 'GET',
  path: '/api/user/positionAdds',
  summary: 'The purchases a position was built from, the opening first',
  access: 'user',
  query: z.object({ id: idIn }),
  data: z.object({ list: z.array(positionAdd) }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
  owner: { in: 'query', field: 'id', missing: codes.bot_not_found },
});
