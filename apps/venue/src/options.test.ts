// How flags and environment become options, and which are refused.
import { describe, expect, it } from 'vitest';
import { ChoiceError } from './market/market-choice.ts';
import { readOptions } from './options.ts';

describe('readOptions', () => {
  it('runs a generated market in memory when nothing is said', () => {
    expect(readOptions([], {}, '/')).toEqual({
      port: 3100,
      market: { kind: 'generated', seed: 1 },
      dataFolder: null,
      lockstep: false,
      token: null,
    });
  });

  it('reads flags and their environment twins; flags win', () => {
    const env = {
      VENUE_PORT: '0',
      MARKET: 'generated:5',
      VENUE_DATA_DIR: '/d',
      VENUE_TOKEN: 's',
      VENUE_HOST: '127.0.0.1',
    };
    expect(readOptions([], env, '/')).toMatchObject({ port: 0, market: { seed: 5 }, dataFolder: '/d', token: 's' });
    expect(readOptions(['--port', '8', '--market=generated:6', '--data', '/e', '--lockstep'], env, '/')).toMatchObject({
      port: 8,
      market: { seed: 6 },
      dataFolder: '/e',
      lockstep: true,
    });
  });

  it('finds a file of faults from the folder it was started in', () => {
    expect(readOptions(['--faults', 'f.json'], {}, '/started')).toMatchObject({ faultsFile: '/started/f.json' });
    expect(readOptions([], { VENUE_FAULTS: '/etc/f.json' }, '/started')).toMatchObject({ faultsFile: '/etc/f.json' });
  });

  it('takes limits of its own', () => {
    const both = { weightPerMinute: 300, ordersPerTenSeconds: 7 };
    expect(readOptions(['--weight-limit', '300', '--order-limit', '7'], {}, '/').limits).toEqual(both);
    expect(readOptions([], { VENUE_WEIGHT_LIMIT: '300' }, '/').limits).toEqual({ weightPerMinute: 300 });
  });

  it.each([
    [['--host', '0.0.0.0'], /127\.0\.0\.1 only/],
    [['--port', '65536'], /not a port/],
    [['--port', 'http'], /not a port/],
    [['--weight-limit', '0'], /not a limit/],
    [['--order-limit', '1.5'], /not a limit/],
    [['--speed', '3'], /Usage/],
    [['--market', 'live'], /accepted/],
  ])('refuses %j', (args, sentence) => {
    expect(() => readOptions(args, {}, '/')).toThrow(ChoiceError);
    expect(() => readOptions(args, {}, '/')).toThrow(sentence);
  });
});
