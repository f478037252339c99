// The fields that rows of every exchange are made of, as exact-json reads them: each figure is a decimal string.
import * as z from 'zod';

export const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/);

export const timeMs = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** Of what has not happened yet: -1, or 0. */
export const momentOrNone = z
  .string()
  .regex(/^(-1|\d{1,15})$/)
  .transform((text) => (Number(text) > 0 ? Number(text) : undefined));

export const wholeNumber = z.string().regex(/^\d{1,19}$/);
