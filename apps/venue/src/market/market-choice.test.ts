// What may be written as a market, and that everything else is refused in words.
import { describe, expect, it } from 'vitest';
import { ChoiceError, parseMarketChoice } from './market-choice.ts';

describe('parseMarketChoice', () => {
  it('reads generated markets with and without a seed', () => {
    expect(parseMarketChoice('generated', '/x')).toEqual({ kind: 'generated', seed: 1 });
    expect(parseMarketChoice('generated:77', '/x')).toEqual({ kind: 'generated', seed: 77 });
  });

  it('reads replays: several files, overrides, speeds; relative paths from the folder given', () => {
    expect(parseMarketChoice('replay:a/BTCUSDT-1m.csv.gz@600', '/somewhere')).toEqual({
      kind: 'replay',
      files: [{ path: '/somewhere/a/BTCUSDT-1m.csv.gz' }],
      speed: 600,
    });
    expect(parseMarketChoice('replay:/d/x.csv?symbol=SOL/USDT&tick=0.01&step=0.001,/d/y@here/z.csv', '/')).toEqual({
      kind: 'replay',
      files: [{ path: '/d/x.csv', symbol: 'SOL/USDT', tick: '0.01', step: '0.001' }, { path: '/d/y@here/z.csv' }],
      speed: 60,
    });
    expect(parseMarketChoice('replay:/x.csv@0.5', '/')).toMatchObject({ speed: 0.5 });
    expect(parseMarketChoice('replay:/x.csv@max', '/')).toMatchObject({ speed: 1_000_000_000 });
  });

  it('refuses a live market in a sentence that names what is accepted', () => {
    expect(() => parseMarketChoice('live', '/')).toThrow(ChoiceError);
    expect(() => parseMarketChoice('live', '/')).toThrow(
      /live feed comes with the real exchanges.*generated.*replay:/s,
    );
  });

  it.each([
    '',
    'random',
    'generated:',
    'generated:-1',
    'generated:4294967296',
    'generated:one',
    'replay:',
    'replay:@60',
    'replay:x.csv@',
    'replay:x.csv@0',
    'replay:x.csv@-5',
    'replay:x.csv@fast',
    'replay:x.csv@NaN',
    'replay:x.csv,',
    'replay:x.csv?lot=1',
  ])('refuses %j', (text) => {
    expect(() => parseMarketChoice(text, '/')).toThrow(ChoiceError);
  });
});
