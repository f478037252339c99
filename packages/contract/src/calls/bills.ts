// Calls that open the profit bill: its rows, its groups, one row into the trades behind it, and everything as a file.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { billDetail, billGroups, billSum, settlement } from '../entities/bill.ts';
import { idIn, pageOf, pageQuery } from '../wire.ts';

/** An exchange's code, or empty. */
const exchangeOrAll = z.string().max(20).default('');
/** A calendar day in UTC+8. */
const dayIn = z.iso.date();

export const userBillLogs = defineCall({
  name: 'userBillLogs',
  method: 'GET',
  path: '/api/user/billLogs',
  summary: 'Realised results, newest first; an empty exchange = all, an unbound one = none',
  access: 'user',
  query: z.object({
    exchange: exchangeOrAll,
    ...pageQuery(),
    bot_id: idIn.optional(),
    date: dayIn.optional(),
  }),
  data: pageOf(settlement).extend({ sum: billSum }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userBillGroup = defineCall({
  name: 'userBillGroup',
  method: 'GET',
  path: '/api/user/billGroup',
  summary: 'Realised results of the last 90 days by day, bot and category',
  access: 'user',
  query: z.object({ exchange: exchangeOrAll }),
  data: billGroups,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userBillDetail = defineCall({
  name: 'userBillDetail',
  method: 'GET',
  path: '/api/user/billDetail',
  summary: 'One realised result with the trades, fees and funding that sum to it',
  access: 'user',
  query: z.object({ id: idIn }),
  data: billDetail,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
  owner: { in: 'query', field: 'id', missing: codes.not_found },
  extension: true,
});

export const exportKinds = ['fills', 'settlements', 'actions'] as const;
export type ExportKind = (typeof exportKinds)[number];
/** A longer file is refused; the caller asks for a shorter time. */
export const mostExportRows = 100_000;

export const userExport = defineCall({
  name: 'userExport',
  method: 'GET',
  path: '/api/user/export',
  summary: 'Trades, realised results or the log as a CSV file (RFC 4180, UTF-8 with byte order mark), oldest first',
  access: 'user',
  query: z.object({
    kind: z.enum(exportKinds),
    bot_id: idIn.optional(),
    exchange: exchangeOrAll,
    from: dayIn.optional(),
    to: dayIn.optional(),
  }),
  data: z.string(),
  produces: 'text/csv',
  errors: [],
  acts: false,
  rateClass: 'export',
  idempotency: 'none',
  autoToast: false,
  extension: true,
});
