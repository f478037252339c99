// Request weight an address, orders an account, and what happens to who goes on after being told: 429 until the minute is
// over, then 418 for longer and longer (reliability C1, C2). One per family of calls: spot and contracts count apart.
import { BANNED, BinanceError, TOO_MANY } from './errors.ts';

const MINUTE_MS = 60_000;
const TEN_SECONDS_MS = 10_000;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** Requests after the first 429 of a minute that are still answered with 429. */
const PATIENCE = 10;
const FIRST_BAN_MS = 2 * MINUTE_MS;
const LONGEST_BAN_MS = 3 * DAY_MS;
const FORGOTTEN_AFTER_MS = DAY_MS;

export interface Limits {
  readonly weightPerMinute: number;
  readonly ordersPerTenSeconds: number;
  readonly ordersPerDay: number;
}

/** What whoever starts an exchange may set, of spot and contracts alike. */
export type OwnLimits = Partial<Pick<Limits, 'weightPerMinute' | 'ordersPerTenSeconds'>>;

interface Address {
  minute: number;
  used: number;
  refused: number;
  bans: number;
  bannedUntilMs: number;
}

interface Orders {
  tenSeconds: number;
  inTenSeconds: number;
  day: number;
  inDay: number;
}

export interface OrderCounts {
  readonly inTenSeconds: number;
  readonly inDay: number;
}

export class Weights {
  readonly limits: Limits;
  readonly #now: () => number;
  readonly #addresses = new Map<string, Address>();
  readonly #orders = new Map<number, Orders>();

  constructor(limits: Limits, now: () => number) {
    this.limits = limits;
    this.#now = now;
  }

  /** Charges an address; throws when it has used its minute. Answers what it has used of it. */
  charge(ip: string, weight: number): number {
    const nowMs = this.#now();
    const address = this.#address(ip, nowMs);
    if (nowMs < address.bannedUntilMs) throw banned(address.bannedUntilMs, nowMs);
    address.used += weight;
    if (address.used <= this.limits.weightPerMinute) return address.used;
    address.refused++;
    const leftMs = (address.minute + 1) * MINUTE_MS - nowMs;
    if (address.refused <= PATIENCE) {
      const limit = this.limits.weightPerMinute;
      throw tooMany(
        -1003,
        `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE. ` +
          'Please use WebSocket Streams for live updates to avoid polling the API.',
        leftMs,
      );
    }
    address.bannedUntilMs = nowMs + Math.min(FIRST_BAN_MS * 2 ** address.bans, LONGEST_BAN_MS);
    address.bans++;
    throw banned(address.bannedUntilMs, nowMs);
  }

  used(ip: string): number {
    return this.#address(ip, this.#now()).used;
  }

  /** Counts orders that an account places with one call; throws, and counts none, when they would be too many. */
  countOrders(accountId: number, placed: number): OrderCounts {
    const nowMs = this.#now();
    const orders = this.#ordersOf(accountId, nowMs);
    const { ordersPerTenSeconds, ordersPerDay } = this.limits;
    if (orders.inTenSeconds + placed > ordersPerTenSeconds) {
      const leftMs = (orders.tenSeconds + 1) * TEN_SECONDS_MS - nowMs;
      throw tooMany(
        -1015,
        `Too many new orders; current limit is ${ordersPerTenSeconds} orders per 10 SECOND.`,
        leftMs,
      );
    }
    if (orders.inDay + placed > ordersPerDay) {
      const leftMs = (orders.day + 1) * DAY_MS - nowMs;
      throw tooMany(-1015, `Too many new orders; current limit is ${ordersPerDay} orders per 1 DAY.`, leftMs);
    }
    orders.inTenSeconds += placed;
    orders.inDay += placed;
    return orders;
  }

  orderCounts(accountId: number): OrderCounts {
    return this.#ordersOf(accountId, this.#now());
  }

  #address(ip: string, nowMs: number): Address {
    const minute = Math.floor(nowMs / MINUTE_MS);
    let address = this.#addresses.get(ip);
    if (address === undefined) {
      address = { minute, used: 0, refused: 0, bans: 0, bannedUntilMs: 0 };
      this.#addresses.set(ip, address);
    }
    if (address.minute !== minute) {
      address.minute = minute;
      address.used = 0;
      address.refused = 0;
      if (nowMs > address.bannedUntilMs + FORGOTTEN_AFTER_MS) address.bans = 0;
    }
    return address;
  }

  #ordersOf(accountId: number, nowMs: number): Orders {
    const tenSeconds = Math.floor(nowMs / TEN_SECONDS_MS);
    const day = Math.floor(nowMs / DAY_MS);
    const orders = this.#orders.get(accountId) ?? { tenSeconds, inTenSeconds: 0, day, inDay: 0 };
    if (orders.tenSeconds !== tenSeconds) Object.assign(orders, { tenSeconds, inTenSeconds: 0 });
    if (orders.day !== day) Object.assign(orders, { day, inDay: 0 });
    this.#orders.set(accountId, orders);
    return orders;
  }
}

function tooMany(code: number, message: string, leftMs: number): BinanceError {
  return new BinanceError(code, message, TOO_MANY, Math.max(1, Math.ceil(leftMs / SECOND_MS)));
}

function banned(untilMs: number, nowMs: number): BinanceError {
  const message =
    `Way too much request weight used; IP banned until ${untilMs}. ` +
    'Please use WebSocket Streams for live updates to avoid bans.';
  return new BinanceError(-1003, message, BANNED, Math.max(1, Math.ceil((untilMs - nowMs) / SECOND_MS)));
}
