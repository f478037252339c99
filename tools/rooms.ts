// The house's rooms and who may import whom, as one plain table. Invariant: it is a whitelist; what is not written here
// is an error. The first row whose `files` match a file is its room; inside a room every import is free.

export interface Room {
  readonly room: string;
  /** `*` is one path part, and each value of it is a room of its own; `**` is any depth. */
  readonly files: string;
  readonly may: readonly string[];
  /** Only by `import()` or as types: what the web loads when a screen needs it. */
  readonly lazily?: readonly string[];
  /** npm packages, by name or `*`; `node:` stands for Node's own modules. */
  readonly packages: readonly string[];
}

const core = 'packages/core/src';
const money = `${core}/money/**`;
const market = `${core}/market/**`;
const indicators = `${core}/indicators/**`;
const strategy = `${core}/strategy/**`;
const strategies = `${core}/strategies/**`;
const risk = `${core}/risk/**`;
const venue = `${core}/venue/**`;
const engine = `${core}/engine/**`;
const anyCore = `${core}/**`;
/** The tables that params are read by. */
const fields = `${core}/strategies/*/fields.ts`;
const params = `${core}/strategies/*/params.ts`;
const preview = `${core}/strategies/*/preview.ts`;
/** The same of a martingale of two sides. */
const dualParams = `${core}/strategies/*/dual-params.ts`;
const dualPreview = `${core}/strategies/*/dual-preview.ts`;
const presets = `${core}/strategies/*/presets.ts`;
const size = `${core}/strategies/*/size.ts`;
const registry = `${core}/strategies/registry.ts`;
/** What coins may be called. */
const coinName = `${core}/market/coin-name.ts`;
/** The words of account logs. */
const logTypes = `${core}/ledger/log-types.ts`;
/** Names of codes and nothing else: whoever refuses may say which. */
const codes = 'packages/contract/src/codes.ts';
const contract = 'packages/contract/src/**';
const server = 'apps/server/src';
const ports = `${server}/ports/**`;
const featureRoot = `${server}/features/*.ts`;
const features = `${server}/features/**`;
const runner = `${server}/runner`;
/** Rooms of the runner, from the floor that all stand on upwards. */
const runnerRooms = [
  'shared',
  'keys',
  'orders',
  'market-data',
  'bots',
  'turns',
  'fills',
  'accounts',
  'sessions',
  'commands',
];
const exchanges = `${server}/adapters/exchanges`;
const exchangeTools = [`${exchanges}/shared/**`, `${exchanges}/transport/**`];
const exchangeNames = ['binance', 'okx', 'bybit', 'bitget', 'gate', 'local'];
const postgres = `${server}/adapters/postgres`;
/** Rooms of the database, from the floor upwards. */
const postgresRooms = [
  'server',
  'content',
  'audit',
  'ledger',
  'identity',
  'bots',
  'exchanges',
  'custody',
  'operators',
  'runner',
];
const venueApp = 'apps/venue/src';
/** Rooms of the local exchange, from the floor upwards. */
const venueRooms = ['market', 'store', 'exchange', 'faults', 'page', 'wire'];
const web = 'apps/web/src';
const assets = `${web}/assets/**`;

export const ROOMS: readonly Room[] = [
  { room: 'core/money', files: money, may: [], packages: ['decimal.js'] },
  { room: 'core/market', files: market, may: [money], packages: [] },
  { room: 'core/indicators', files: indicators, may: [market, money], packages: [] },
  { room: 'core/strategy', files: strategy, may: [indicators, market, money], packages: [] },
  { room: 'core/registry', files: registry, may: [`${core}/strategies/**`, strategy, market], packages: [] },
  {
    room: 'core/strategies/*',
    files: `${core}/strategies/*/**`,
    may: [strategy, indicators, market, money],
    packages: ['decimal.js'],
  },
  { room: 'core/risk', files: risk, may: [strategy, market, money], packages: [] },
  { room: 'core/venue', files: venue, may: [strategy, market, money], packages: [] },
  { room: 'core/engine', files: engine, may: [strategy, risk, indicators, market, money], packages: [] },
  {
    room: 'core/backtest',
    files: `${core}/backtest/**`,
    may: [engine, venue, strategies, strategy, risk, indicators, market, money],
    packages: [],
  },
  { room: 'core/custody', files: `${core}/custody/**`, may: [money], packages: [] },
  { room: 'core/ledger', files: `${core}/ledger/**`, may: [money], packages: [] },

  { room: 'contract/codes', files: codes, may: [], packages: [] },
  {
    room: 'contract',
    files: contract,
    may: [codes, money, fields, params, registry, strategy, indicators, logTypes, coinName],
    packages: ['zod'],
  },

  { room: 'server/ports', files: ports, may: [anyCore, codes], packages: [] },
  { room: 'server/features', files: featureRoot, may: [anyCore, contract, ports], packages: [] },
  {
    room: 'server/features/*',
    files: `${server}/features/*/**`,
    may: [anyCore, contract, ports, featureRoot],
    packages: ['node:'],
  },
  ...runnerRooms.map((name, floor) => ({
    room: `server/runner/${name}`,
    files: `${runner}/${name}/**`,
    may: [anyCore, codes, ports, ...runnerRooms.slice(0, floor).map((below) => `${runner}/${below}/**`)],
    packages: ['node:'],
  })),
  { room: 'server/runner', files: `${runner}/*.ts`, may: [anyCore, codes, ports, `${runner}/**`], packages: ['node:'] },
  { room: 'server/http', files: `${server}/http/**`, may: [contract, features, ports], packages: ['*', 'node:'] },
  { room: 'server/jobs', files: `${server}/jobs/**`, may: [anyCore, features, ports], packages: ['*', 'node:'] },
  {
    room: 'server/exchanges/shared',
    files: `${exchanges}/shared/**`,
    may: [anyCore, codes, ports],
    packages: ['*', 'node:'],
  },
  {
    room: 'server/exchanges/transport',
    files: `${exchanges}/transport/**`,
    may: [anyCore, codes, ports, `${exchanges}/shared/**`],
    packages: ['*', 'node:'],
  },
  {
    room: 'server/exchanges/streams',
    files: `${exchanges}/streams/**`,
    may: [anyCore, codes, ports, ...exchangeTools],
    packages: ['*', 'node:'],
  },
  // No exchange knows another.
  ...exchangeNames.map((name) => ({
    room: `server/exchanges/${name}`,
    files: `${exchanges}/${name}/**`,
    may: [anyCore, codes, ports, ...exchangeTools],
    packages: ['*', 'node:'],
  })),
  {
    room: 'server/exchanges',
    files: `${exchanges}/*.ts`,
    may: [anyCore, codes, ports, `${exchanges}/**`],
    packages: ['*', 'node:'],
  },
  {
    room: 'server/postgres/pool',
    files: `${postgres}/pool.ts`,
    may: [anyCore, codes, ports],
    packages: ['*', 'node:'],
  },
  ...postgresRooms.map((name, floor) => ({
    room: `server/postgres/${name}`,
    files: `${postgres}/${name}/**`,
    may: [
      anyCore,
      codes,
      ports,
      `${postgres}/pool.ts`,
      ...postgresRooms.slice(0, floor).map((below) => `${postgres}/${below}/**`),
    ],
    packages: ['*', 'node:'],
  })),
  { room: 'server/adapters', files: `${server}/adapters/**`, may: [anyCore, codes, ports], packages: ['*', 'node:'] },
  { room: 'server/roles', files: `${server}/roles.ts`, may: [], packages: [] },
  { room: 'server/config', files: `${server}/config.ts`, may: [`${server}/roles.ts`, contract], packages: ['node:'] },
  {
    room: 'server/wiring',
    files: `${server}/wiring/**`,
    may: [features, ports, `${server}/jobs/**`, `${server}/adapters/**`, `${server}/config.ts`, contract, anyCore],
    packages: ['pino'],
  },
  {
    room: 'server/main',
    files: `${server}/main.ts`,
    may: [`${server}/**`, contract, anyCore],
    packages: ['*', 'node:'],
  },

  ...venueRooms.map((name, floor) => ({
    room: `venue/${name}`,
    files: `${venueApp}/${name}/**`,
    may: [anyCore, ...venueRooms.slice(0, floor).map((below) => `${venueApp}/${below}/**`)],
    packages: ['*', 'node:'],
  })),
  { room: 'venue/main', files: `${venueApp}/*.ts`, may: [anyCore, `${venueApp}/**`], packages: ['*', 'node:'] },

  { room: 'web/platform', files: `${web}/platform/**`, may: [], packages: ['*'] },
  { room: 'web/theme', files: `${web}/theme/**`, may: [], packages: [] },
  { room: 'web/assets', files: assets, may: [], packages: [] },
  { room: 'web/locales', files: `${web}/locales/**`, may: [], packages: ['i18next'] },
  { room: 'web/lib', files: `${web}/lib/**`, may: [contract, `${web}/platform/**`], packages: ['*'] },
  { room: 'web/ui', files: `${web}/ui/**`, may: [`${web}/theme/**`, assets], packages: ['*'] },
  {
    room: 'web/features/*',
    files: `${web}/features/*/**`,
    may: [contract, `${web}/ui/**`, `${web}/lib/**`, assets],
    lazily: [money, market, indicators, strategy, fields, params, preview, dualParams, dualPreview, presets, size],
    packages: ['*'],
  },
  { room: 'web/app', files: `${web}/**`, may: [`${web}/**`, contract], packages: ['*'] },
];

/** Who may import everything: what stands outside the house and looks in. */
export const OUTSIDE: readonly string[] = [
  'tests/**',
  'bench/**',
  'tools/**',
  'commands/**',
  'apps/*/*.ts',
  'apps/*/build/**',
];

/** Where the workspaces' names lead. */
export const WORKSPACES: Readonly<Record<string, string>> = {
  '@cormorant/core': 'packages/core/src',
  '@cormorant/contract': 'packages/contract/src',
  '@cormorant/server': 'apps/server/src',
  '@cormorant/venue': 'apps/venue/src',
};

/** A check that sees fewer modules than this has lost its eyes, and fails. */
export const EXPECTED_MODULES: Readonly<Record<string, number>> = {
  'packages/core/src/': 40,
  'packages/contract/src/': 20,
  'apps/server/src/': 50,
  'apps/venue/src/': 15,
  'apps/web/src/': 60,
};
