// Binding the keys of an exchange: bind or replace, read, remove, and the tutorial. A key goes in and never comes out; each
// is tried at the exchange before it is kept.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { exchangeKey } from '../entities/exchange-key.ts';
import { answersWith, exchangeCode, flag, idIn, requestId } from '../wire.ts';

export const KEY_LABEL_LENGTH = 20;

/** Spaces around a pasted key are nobody's meaning. */
const apiKeyIn = z
  .string(answersWith(codes.api_required))
  .trim()
  .min(1, answersWith(codes.api_required))
  .max(256)
  .regex(/^[\x21-\x7e]+$/, answersWith(codes.api_invalid));
/** May be a private key of several lines. */
const secretIn = z
  .string(answersWith(codes.secret_required))
  .trim()
  .min(1, answersWith(codes.secret_required))
  .max(4096);
/** Goes out as a header, which holds no other characters. */
const passphraseIn = z
  .string(answersWith(codes.passphrase_required))
  .trim()
  .max(128)
  .regex(/^[\x20-\x7e]*$/, answersWith(codes.field_format))
  .optional();
const labelIn = z.string().trim().max(KEY_LABEL_LENGTH).optional();
/** Its number, or its code. */
const exchangeIn = z.union([z.int(), exchangeCode]);
/** The owner binds although the exchange does not tell whether the key can withdraw (extension). */
const unknownAccepted = flag.optional();

const bindCodes = [
  codes.api_invalid,
  codes.api_bind_failed,
  codes.exchange_unsupported,
  codes.api_rate_limited,
  codes.api_ip,
  codes.api_withdraw_perm,
  codes.api_permission,
  codes.api_in_use,
  codes.api_required,
  codes.secret_required,
  codes.passphrase_required,
  codes.api_duplicate,
  codes.exchange_busy,
  codes.field_required,
];
const bound = exchangeKey.extend({ warning: z.string().optional() });

export const exchangesBind = defineCall({
  name: 'exchangesBind',
  method: 'POST',
  path: '/api/exchanges/bind',
  summary: 'Bind or replace the key set of an exchange; it is tried there first, and one that can withdraw is refused',
  access: 'user',
  body: z.object({
    exchangeId: exchangeIn,
    apiKey: apiKeyIn,
    secretKey: secretIn,
    passphrase: passphraseIn,
    label: labelIn,
    accept_unknown: unknownAccepted,
    request_id: requestId.optional(),
  }),
  data: bound,
  errors: bindCodes,
  acts: true,
  success: 'api_bound',
  rateClass: 'money',
  idempotency: 'none',
  autoToast: false,
});

export const userApiBind = defineCall({
  name: 'userApiBind',
  method: 'POST',
  path: '/api/user/api',
  summary: 'The same under the names of the other calls',
  access: 'user',
  body: z.object({
    exchange: exchangeIn,
    api_key: apiKeyIn,
    secret_key: secretIn,
    passphrase: passphraseIn,
    label: labelIn,
    accept_unknown: unknownAccepted,
    request_id: requestId.optional(),
  }),
  data: bound,
  errors: bindCodes,
  acts: true,
  success: 'api_bound',
  rateClass: 'money',
  idempotency: 'none',
  autoToast: false,
});

export const userApi = defineCall({
  name: 'userApi',
  method: 'GET',
  path: '/api/user/api',
  summary: 'The key set of an exchange, masked, or null; of all exchanges as a list where none is named',
  access: 'user',
  query: z.object({ exchange: exchangeCode.optional() }),
  data: z.union([exchangeKey, z.object({ list: z.array(exchangeKey) })]).nullable(),
  errors: [codes.exchange_unsupported],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userApiRemove = defineCall({
  name: 'userApiRemove',
  method: 'DELETE',
  path: '/api/user/api',
  summary: 'Remove the key set of an exchange; its secrets are erased at once',
  access: 'user',
  query: z.object({ exchange: exchangeCode }),
  data: z.null(),
  errors: [codes.api_not_bound, codes.exchange_unsupported, codes.api_in_use],
  acts: true,
  judgesMaintenance: true,
  success: 'api_unbound',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: false,
});

export const exchangesUnbind = defineCall({
  name: 'exchangesUnbind',
  method: 'DELETE',
  path: '/api/exchanges/bind/:id',
  inPath: 'id',
  summary: 'Remove a key set by its number; its secrets are erased at once',
  access: 'user',
  query: z.object({ id: idIn }),
  data: z.null(),
  errors: [codes.api_in_use],
  acts: true,
  judgesMaintenance: true,
  success: 'api_unbound',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: false,
  owner: { in: 'query', field: 'id', missing: codes.api_not_bound },
});

export const indexApi = defineCall({
  name: 'indexApi',
  method: 'GET',
  path: '/api/index/api',
  summary: 'How keys are made and bound, step by step, with the page of each exchange',
  access: 'public',
  data: z.object({
    title: z.string(),
    /** Markdown. */
    content: z.string(),
    steps: z
      .array(z.object({ n: z.int(), title: z.string(), text: z.string(), image: z.string().optional() }))
      .length(3),
    tutorials: z.array(
      z.object({
        exchange: exchangeCode,
        title: z.string(),
        url: z.string(),
        /** What to tick there, in the caller's language; what must stay off is not among them. */
        permissions: z.array(z.string()),
      }),
    ),
    ips: z.array(z.string()),
  }),
  errors: [],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});
