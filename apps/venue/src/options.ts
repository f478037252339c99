// How the exchange was asked to run: flags, each with an environment twin that it overrides.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ChoiceError, type MarketChoice, parseMarketChoice } from './market/market-choice.ts';
import type { OwnLimits } from './wire/binance/weights.ts';

export const DEFAULT_PORT = 3100;
export const LOOPBACK = '127.0.0.1';

export interface VenueOptions {
  readonly port: number;
  readonly market: MarketChoice;
  /** Null: nothing outlives the process. */
  readonly dataFolder: string | null;
  readonly lockstep: boolean;
  /** Null: the one kept in the data folder. */
  readonly token: string | null;
  /** A file of faults to begin with. */
  readonly faultsFile?: string;
  /** In place of its standing ones, on the Binance wire; exchangeInfo tells them. */
  readonly limits?: OwnLimits;
}

export const USAGE =
  'node apps/venue/src/main.ts [--port <0-65535>] [--market <generated[:seed] | replay:<file>[,<file>][@speed]>] ' +
  '[--data <folder>] [--lockstep] [--faults <file>] [--weight-limit <a minute>] [--order-limit <in ten seconds>]';

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws ChoiceError with a sentence for the person who started it. */
export function readOptions(args: readonly string[], env: Environment, folder: string): VenueOptions {
  const flags = parseFlags(args);
  const host = flags.host ?? env.VENUE_HOST ?? LOOPBACK;
  if (host !== LOOPBACK && host !== 'localhost') {
    throw new ChoiceError(`host "${host}" is refused: the local exchange listens on ${LOOPBACK} only`);
  }
  const token = env.VENUE_TOKEN ?? '';
  const faults = flags.faults ?? env.VENUE_FAULTS ?? '';
  const weightPerMinute = parseLimit(flags['weight-limit'] ?? env.VENUE_WEIGHT_LIMIT);
  const ordersPerTenSeconds = parseLimit(flags['order-limit'] ?? env.VENUE_ORDER_LIMIT);
  const limits = {
    ...(weightPerMinute === null ? {} : { weightPerMinute }),
    ...(ordersPerTenSeconds === null ? {} : { ordersPerTenSeconds }),
  };
  return {
    port: parsePort(flags.port ?? env.VENUE_PORT ?? String(DEFAULT_PORT)),
    market: parseMarketChoice(flags.market ?? env.MARKET ?? 'generated', folder),
    dataFolder: flags.data ?? env.VENUE_DATA_DIR ?? null,
    lockstep: flags.lockstep ?? false,
    token: token === '' ? null : token,
    ...(faults === '' ? {} : { faultsFile: resolve(folder, faults) }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  };
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        market: { type: 'string' },
        data: { type: 'string' },
        lockstep: { type: 'boolean' },
        faults: { type: 'string' },
        'weight-limit': { type: 'string' },
        'order-limit': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ChoiceError(`${(error as Error).message}. Usage: ${USAGE}`);
  }
}

/** Null when nothing was said. */
function parseLimit(text = ''): number | null {
  if (text === '') return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ChoiceError(`"${text}" is not a limit: a whole number from 1`);
  return Number(text);
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new ChoiceError(`"${text}" is not a port: 0 (any) to 65535`);
  return port;
}
