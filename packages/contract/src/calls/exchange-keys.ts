// Binding the keys of an exchange: bind or replace, read, remove, and the tutorial. A key goes in and never comes out; each
// is tried at the exchange before it is kept.
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { exchangeKey } from '../entities/exchange-key.ts';
import { answersWith, exchangeCode, flag, idIn, requestId } from '../wire.ts';

export const KEY_LABEL_LENGTH = 20;

/** Spaces around a pasted key are nobody's meaning. */
const apiKeyIn = z
  .string(answersWith(2011))
  .trim()
  .min(1, answersWith(2011))
  .max(256)
  .regex(/^[\x21-\x7e]+$/, answersWith(2001));
/** May be a private key of several lines. */
const secretIn = z.string(answersWith(2012)).trim().min(1, answersWith(2012)).max(4096);
/** Goes out as a header, which holds no other characters. */
const passphraseIn = z
  .string(answersWith(2013))
  .trim()
  .max(128)
  .regex(/^[\x20-\x7e]*$/, answersWith(7004))
  .optional();
const labelIn = z.string().trim().max(KEY_LABEL_LENGTH).optional();
/** Its number, or its code. */
const exchangeIn = z.union([z.int(), exchangeCode]);
/** The owner binds although the exchange does not tell whether the key can withdraw (extension). */
const unknownAccepted = flag.optional();

const bindCodes = [2001, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2011, 2012, 2013, 2014, 2015, 7003];
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
  errors: [2005],
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
  errors: [2002, 2005, 2010],
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
  errors: [2010],
  acts: true,
  judgesMaintenance: true,
  success: 'api_unbound',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: false,
  owner: { in: 'query', field: 'id', missing: 2002 },
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
