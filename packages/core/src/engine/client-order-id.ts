// The deterministic client order id: base 32 of `q`, install salt (4), bot (6), slot (3), cycle (4), attempt (1). The
// same order always gets the same id, so an unknown outcome is looked up and never placed twice; an old installation's
// orders carry another salt and are never taken for ours.

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';
const SALT_CHARS = 4;
const BOT_CHARS = 6;
const SLOT_CHARS = 3;
const CYCLE_CHARS = 4;
const LENGTH = 1 + SALT_CHARS + BOT_CHARS + SLOT_CHARS + CYCLE_CHARS + 1;

export const MAX_SALT = 32 ** SALT_CHARS - 1;
export const MAX_BOT = 32 ** BOT_CHARS - 1;
export const MAX_SLOT = 32 ** SLOT_CHARS - 1;
/** Cycles wrap here: a million orders of one slot ago no venue remembers. */
export const CYCLES = 32 ** CYCLE_CHARS;
export const LAST_ATTEMPT = 31;

export interface OrderIdentity {
  readonly salt: number;
  readonly bot: number;
  readonly slot: number;
  readonly cycle: number;
  readonly attempt: number;
}

/** 19 characters of [0-9a-v]. Throws when a part does not fit. */
export function encodeClientOrderId(identity: OrderIdentity): string {
  return (
    'q' +
    digits(identity.salt, SALT_CHARS) +
    digits(identity.bot, BOT_CHARS) +
    digits(identity.slot, SLOT_CHARS) +
    digits(identity.cycle, CYCLE_CHARS) +
    digits(identity.attempt, 1)
  );
}

/** Null for anything that is not one of our ids. */
export function decodeClientOrderId(text: string): OrderIdentity | null {
  if (text.length !== LENGTH || text[0] !== 'q') return null;
  for (let at = 1; at < LENGTH; at++) if (!ALPHABET.includes(text[at]!)) return null;
  let from = 1;
  const take = (chars: number) => {
    const part = text.slice(from, from + chars);
    from += chars;
    return Number.parseInt(part, 32);
  };
  return {
    salt: take(SALT_CHARS),
    bot: take(BOT_CHARS),
    slot: take(SLOT_CHARS),
    cycle: take(CYCLE_CHARS),
    attempt: take(1),
  };
}

function digits(value: number, chars: number): string {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 32 ** chars) {
    throw new RangeError(`${value} does not fit ${chars} base-32 digits`);
  }
  return value.toString(32).padStart(chars, '0');
}
