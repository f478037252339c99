// The table test of one exchange: each reply of its folder is read as it says, or told as unreadable; each damage of it is read the
// same, is told as unreadable, or differs by what is declared; and each code of its card is documented, and proves what it may.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cardOf } from '../exchange-profiles.ts';
import { isProof, meaningOf } from '../shared/exchange-profile.ts';
import { type Damage, damagesOf, differences } from './damaged-replies.ts';
import { CODES, type Heard, hearReply, isUnsure, repliesIn, type ToldReply } from './told-replies.ts';

/** What is told of a reply whose field is missing, empty, or says a word that nobody knows. */
export interface Declared {
  readonly fields: readonly string[];
  readonly when: readonly Damage['kind'][];
  /** Every figure that may differ, as `differences` tells it. */
  readonly as: RegExp;
  readonly because: string;
}

const LEAST_REPLIES = 20;

const codes = z.strictObject({
  source: z.string(),
  says: z.string(),
  /** [code, what the documentation says of it; null = nothing any more, what it is read as] */
  codes: z.array(z.tuple([z.string(), z.string().nullable(), z.string()])),
});

export function testReplies(exchange: string, declared: readonly Declared[]): void {
  const folder = join(import.meta.dirname, '..', exchange, 'test_data');
  const replies = repliesIn(folder);
  const asked = replies.filter(({ read }) => read !== undefined);
  describe(`replies of ${exchange}, as its documentation writes them`, () => {
    it('are many, each with its page', () => {
      expect(replies.length).toBeGreaterThanOrEqual(LEAST_REPLIES);
      for (const { name, source } of replies) expect([name, source.startsWith('https://')]).toEqual([name, true]);
    });

    it.each(asked.map((reply) => [reply.name, reply] as const))('%s is read as it says', async (_, reply) => {
      const heard = await hearReply(exchange, reply, replies);
      expect('unreadable' in heard ? 'unreadable' : heard.value).toEqual(reply.is);
    });

    const unused = new Set(declared.flatMap(({ because, fields }) => fields.map((field) => `${field}: ${because}`)));
    it.each(asked.map((reply) => [reply.name, reply] as const))(
      '%s damaged is read the same, told as unreadable, or as declared: never a figure that nobody told',
      async (_, reply) => {
        const wrong: string[] = [];
        for (const { at, differs, field, kind } of await harms(exchange, reply, replies)) {
          const fitting = declared.find(
            ({ as, fields, when }) =>
              fields.includes(field) && when.includes(kind) && differs.every((figure) => as.test(figure)),
          );
          if (fitting === undefined) wrong.push(`${at} ${kind}: ${differs.join(', ')}`);
          else unused.delete(`${field}: ${fitting.because}`);
        }
        expect(wrong).toEqual([]);
      },
    );

    it('need all that is declared of their damages', () => {
      expect([...unused]).toEqual([]);
    });

    it('hold every code of the card with what the documentation says of it, and some that prove nothing', () => {
      const card = cardOf(exchange);
      if (card === undefined) throw new Error(`${exchange} has no card`);
      const told = codes.parse(JSON.parse(readFileSync(join(folder, CODES), 'utf8'))).codes;
      expect(Object.keys(card.meanings).filter((code) => !told.some(([one]) => one === code))).toEqual([]);
      expect(told.filter(([code]) => !Object.hasOwn(card.meanings, code)).length).toBeGreaterThan(3);
      const wrong = told.flatMap(([code, words, as]) => {
        const meaning = meaningOf(card, code, words ?? '');
        const read = isProof(meaning) ? `${meaning.code} ${meaning.reason}` : meaning;
        return read === as ? [] : [`${code} ${words}: ${read}, not ${as}`];
      });
      expect(wrong).toEqual([]);
    });
  });
}

interface Harm {
  readonly at: string;
  readonly field: string;
  readonly kind: Damage['kind'];
  readonly differs: readonly string[];
}

/** What damages change of what is read. A field that may as well be null is read by nobody: its other damages change nothing. */
async function harms(exchange: string, reply: ToldReply, all: readonly ToldReply[]): Promise<Harm[]> {
  const whole = await hearReply(exchange, reply, all);
  if ('unreadable' in whole) return [];
  const found: Harm[] = [];
  const unread = new Set<string>();
  const ordered = damagesOf(reply.body).sort((a, b) => Number(b.kind === 'null') - Number(a.kind === 'null'));
  for (const { body, kind, path } of ordered) {
    const at = path.join('.');
    if (unread.has(at)) continue;
    const heard = await hearReply(exchange, { ...reply, body }, all);
    const differs = harmOf(reply, whole, heard);
    if (kind === 'null' && JSON.stringify(heard) === JSON.stringify(whole)) unread.add(at);
    const field = String(path.findLast((part) => typeof part === 'string') ?? '');
    if (differs.length > 0) found.push({ at, field, kind, differs });
  }
  return found;
}

function harmOf(reply: ToldReply, whole: Extract<Heard, { value: unknown }>, heard: Heard): string[] {
  if ('unreadable' in heard || isUnsure(reply, heard)) return [];
  return differences(whole.value, heard.value);
}
