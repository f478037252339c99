// Calls of the public pages: legal texts, what we say about ourselves, banners, tips and the state of the service.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { flag, timeMs } from '../wire.ts';

export const legalTypes = ['terms', 'privacy', 'disclaimer', 'risk'] as const;
export type LegalType = (typeof legalTypes)[number];

export const indexPrivacy = defineCall({
  name: 'indexPrivacy',
  method: 'GET',
  path: '/api/index/privacy',
  summary: 'A legal text; a grown version asks for a new agreement',
  access: 'public',
  query: z.object({ type: z.enum(legalTypes).default('privacy') }),
  data: z.object({
    type: z.enum(legalTypes),
    title: z.string(),
    /** Markdown. */
    content: z.string(),
    version: z.int(),
    updated_at: timeMs,
  }),
  errors: [codes.not_found],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});

export const aboutTypes = ['about', 'contact', 'fees', 'security'] as const;
export type AboutType = (typeof aboutTypes)[number];

export const indexAbout = defineCall({
  name: 'indexAbout',
  method: 'GET',
  path: '/api/index/about',
  summary: 'A page about the product: what it is, how to reach us, what it costs, how it is kept safe',
  access: 'public',
  query: z.object({ type: z.enum(aboutTypes).default('about') }),
  data: z.object({
    type: z.enum(aboutTypes),
    title: z.string(),
    /** Markdown. */
    content: z.string(),
    version: z.int(),
    updated_at: timeMs,
  }),
  errors: [codes.not_found],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});

export const indexTips = defineCall({
  name: 'indexTips',
  method: 'GET',
  path: '/api/index/tips',
  summary: 'Short sentences that run along the home screen',
  access: 'public',
  data: z.object({ list: z.array(z.object({ id: z.int(), text: z.string(), link: z.string().optional() })) }),
  errors: [],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});

export const indexBanners = defineCall({
  name: 'indexBanners',
  method: 'GET',
  path: '/api/index/banners',
  summary: 'Banners of the home screen in their order',
  access: 'public',
  data: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        /** An address inside the app. */
        image: z.string(),
        title: z.string(),
        /** A path of the app, or an https address. */
        link: z.string(),
        sort: z.int(),
      }),
    ),
  }),
  errors: [],
  acts: false,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
});

export const indexStatus = defineCall({
  name: 'indexStatus',
  method: 'GET',
  path: '/api/index/status',
  summary: 'Whether the service is under maintenance, its version and its clock',
  access: 'public',
  data: z.object({
    maintenance: flag,
    message: z.string(),
    until: timeMs.optional(),
    version: z.string(),
    time: timeMs,
  }),
  errors: [],
  acts: false,
  poll: true,
  rateClass: 'anonymous',
  idempotency: 'none',
  autoToast: true,
  extension: true,
});
