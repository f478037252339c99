// The environment: defaults, sentences for wrong values, and what only loopback may have.
import { describe, expect, it } from 'vitest';
import { isLoopback, readConfig } from './config.ts';

const least = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/d',
  VENUE_URL: 'http://127.0.0.1:3100',
  PEPPER: 'ab'.repeat(32),
  VAULT_KEY_FILE: '/run/secrets/vault-keys',
};

describe('readConfig', () => {
  it('needs a database and a venue and has a default for the rest', () => {
    const config = readConfig(least);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      rateLimits: true,
      demoPassword: null,
      production: false,
      recycling: null,
    });
    expect([...config.roles]).toEqual(['api', 'runner', 'jobs']);
    expect(() => readConfig({})).toThrow('DATABASE_URL is required');
    expect(() => readConfig({ ...least, VENUE_URL: '' })).toThrow('VENUE_URL is required');
  });

  it('recycles a process by its memory where a limit is named, at most once an hour', () => {
    expect(readConfig({ ...least, RSS_LIMIT_MB: '512' }).recycling).toEqual({ rssMb: 512, leastLifeMs: 3_600_000 });
    expect(readConfig({ ...least, RECYCLE_EVERY_S: '60' }).recycling).toBeNull();
  });

  it('logs errors only in production', () => {
    expect(readConfig({ ...least, NODE_ENV: 'production' }).logLevel).toBe('error');
  });

  it.each([
    ['RATE_LIMITS', 'off'],
    ['PASSWORD_COST', 'cheap'],
    ['DEMO', 'on'],
  ])('allows %s=%s on loopback only', (name, value) => {
    for (const HOST of ['127.0.0.1', '127.8.9.1', '::1', 'localhost']) {
      expect(() => readConfig({ ...least, HOST, [name]: value })).not.toThrow();
    }
    for (const HOST of ['0.0.0.0', '::', '192.168.0.4', '127.evil.example']) {
      expect(() => readConfig({ ...least, HOST, [name]: value })).toThrow(`${name}=${value} is allowed only when`);
    }
  });

  const elsewhere = [
    { PUBLIC_URL: 'https://bots.example.org' },
    { PUBLIC_URL: 'http://192.168.0.4:3000' },
    { PUBLIC_URL: 'https://127.0.0.1.evil.example' },
    { CHAIN_RPC_URL: 'https://bsc.example.org/v1/hunter2' },
    { CHAIN_RPC_URL: 'http://10.0.0.9:8545', PUBLIC_URL: 'http://localhost:3000' },
  ];
  const here = [
    { PUBLIC_URL: 'http://localhost:3000', CHAIN_RPC_URL: 'http://127.0.0.1:8545' },
    { PUBLIC_URL: 'http://[::1]:3000', CHAIN_RPC_URL: 'http://[::1]:8545' },
  ];

  it.each([
    ['PASSWORD_COST', 'cheap'],
    ['DEMO', 'on'],
  ])('refuses %s=%s behind a public name and beside a real chain, and shows no key of the node', (name, value) => {
    for (const env of here) expect(() => readConfig({ ...least, ...env, [name]: value })).not.toThrow();
    for (const env of elsewhere) {
      const [at] = Object.keys(env);
      const sentence = new RegExp(`^${name}=${value} is allowed only when ${at}(?!.*hunter2)`);
      expect(() => readConfig({ ...least, ...env, [name]: value })).toThrow(sentence);
      expect(() => readConfig({ ...least, ...env })).not.toThrow();
    }
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['ROLES', 'api,cook'],
    ['ROLES', 'api,'],
    ['NODE_ENV', 'staging'],
    ['PUBLIC_URL', 'ftp://x'],
    ['OSS_ORIGIN', "'none'; script-src *"],
    ['DEMO', 'yes'],
    ['RSS_LIMIT_MB', '1 GB'],
    ['RECYCLE_EVERY_S', '0'],
  ])('refuses %s=%s with its name', (name, value) => {
    expect(() => readConfig({ ...least, [name]: value })).toThrow(name);
  });

  it('keeps of the object storage its origin alone', () => {
    expect(readConfig(least).ossOrigin).toBeNull();
    expect(readConfig({ ...least, OSS_ORIGIN: 'https://oss.example/app/?x' }).ossOrigin).toBe('https://oss.example');
  });

  it('does not repeat the database password when the URL is wrong', () => {
    expect(() => readConfig({ ...least, DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
  });

  it('reads the pepper as hex or base64url, of 32 bytes at least, and never repeats it', () => {
    expect(readConfig(least).pepper).toEqual(Buffer.alloc(32, 0xab));
    const bytes = Buffer.from(Array.from({ length: 40 }, (_, at) => at * 7));
    expect(readConfig({ ...least, PEPPER: bytes.toString('base64url') }).pepper).toEqual(bytes);
    expect(() => readConfig({ ...least, PEPPER: '' })).toThrow('PEPPER is required');
    for (const PEPPER of ['short', 'ab'.repeat(12), `${'ab'.repeat(32)} x`, 'ü'.repeat(64)]) {
      expect(() => readConfig({ ...least, PEPPER })).toThrow(/^PEPPER is not 32 or more bytes in base64url or hex$/);
    }
  });

  describe('mail', () => {
    const mailOf = (env: Record<string, string>) => readConfig({ ...least, ...env }).mail;

    it('stays on the page of this machine only where nobody else can come', () => {
      for (const PUBLIC_URL of ['', 'http://localhost:3000', 'http://127.0.0.1:80', 'http://[::1]:3000']) {
        expect(mailOf({ PUBLIC_URL }).by).toBe('local');
      }
      expect(mailOf({ PUBLIC_URL: 'https://bots.example.org' }).by).toBe('nothing');
      for (const env of here) expect(mailOf(env).by).toBe('local');
      for (const env of elsewhere) expect(mailOf(env as Record<string, string>).by).toBe('nothing');
      expect(mailOf({ TRUSTED_PROXIES: '1' }).by).toBe('nothing');
      expect(mailOf({ HOST: '0.0.0.0' }).by).toBe('nothing');
    });

    it('goes to the mail server, in the clear only on this machine', () => {
      const MAIL_FROM = 'Cormorant 鱼鹰 <mail@example.org>';
      const smtp = (SMTP_URL: string) => mailOf({ HOST: '0.0.0.0', SMTP_URL, MAIL_FROM });
      expect(smtp('smtp://127.0.0.1:25')).toMatchObject({ by: 'smtp', from: MAIL_FROM, requireTls: false });
      expect(smtp('smtp://[::1]:25')).toMatchObject({ requireTls: false });
      expect(smtp('smtp://u:p@mail.example.org:587')).toMatchObject({ requireTls: true });
      expect(smtp('smtps://u:p@mail.example.org')).toMatchObject({ requireTls: true });
    });

    it('refuses a sender that is none, and another kind of URL without repeating its password', () => {
      const SMTP_URL = 'smtp://u:hunter2@mail.example.org';
      expect(() => mailOf({ SMTP_URL })).toThrow('MAIL_FROM is required');
      for (const MAIL_FROM of ['nobody', 'a@b.org, c@d.org', 'A\r\nBcc: x@y.org <a@b.org>', 'a@b.org>\n']) {
        expect(() => mailOf({ SMTP_URL, MAIL_FROM })).toThrow('MAIL_FROM is not an address');
      }
      expect(() => mailOf({ SMTP_URL: 'http://u:hunter2@x', MAIL_FROM: 'a@b.org' })).toThrow(/^SMTP_URL(?!.*hunter2)/);
    });
  });

  it('asks for a file of master keys where others can come and keys are sealed', () => {
    const without = { ...least, VAULT_KEY_FILE: '' };
    expect(readConfig(without).vaultKeyFile).toBeNull();
    expect(() => readConfig({ ...without, HOST: '0.0.0.0' })).toThrow('VAULT_KEY_FILE is required');
    expect(readConfig({ ...without, HOST: '0.0.0.0', ROLES: 'api,jobs' }).vaultKeyFile).toBeNull();
    expect(readConfig({ ...least, HOST: '0.0.0.0' }).vaultKeyFile).toBe('/run/secrets/vault-keys');
  });

  it('turns exchanges to addresses of this machine, and to no other', () => {
    const EXCHANGE_URLS = 'binance=http://127.0.0.1:4000/, okx=http://[::1]:4001';
    expect([...readConfig({ ...least, EXCHANGE_URLS }).exchangeUrls]).toEqual([
      ['binance', 'http://127.0.0.1:4000'],
      ['okx', 'http://[::1]:4001'],
    ]);
    for (const bad of [
      'binance=http://10.0.0.1',
      'binance=https://evil.example',
      'http://127.0.0.1',
      'okx=ftp://[::1]',
    ]) {
      expect(() => readConfig({ ...least, EXCHANGE_URLS: bad }), bad).toThrow('EXCHANGE_URLS');
    }
  });

  it('turns on exchanges that the house knows, and the local one is always on', () => {
    expect([...readConfig({ ...least, TRADE_AT: 'binance, okx' }).tradeAt]).toEqual(['binance', 'okx']);
    expect(readConfig(least).tradeAt.size).toBe(0);
    const spike = (SPIKE_PERCENT: string) => readConfig({ ...least, SPIKE_PERCENT }).spikePercent;
    expect([readConfig(least).spikePercent, spike('0'), spike('7.5')]).toEqual([3, null, 7.5]);
    for (const text of ['', '-1', '100', '1e1', '3%']) expect(() => spike(text)).toThrow('SPIKE_PERCENT');
    for (const bad of ['mtgox', 'local', 'Binance', '2']) {
      expect(() => readConfig({ ...least, TRADE_AT: bad }), bad).toThrow('TRADE_AT');
    }
  });

  it('names the local exchange’s page of keys only where its reader sits', () => {
    expect(readConfig(least).localKeyUrl).toBe('http://127.0.0.1:3100/keys');
    for (const env of [...elsewhere, { HOST: '0.0.0.0' }, { VENUE_URL: 'http://venue.internal:3100' }]) {
      expect(readConfig({ ...least, ...env } as Record<string, string>).localKeyUrl).toBe('');
    }
  });

  describe('of the money on the chain', () => {
    const local = { CHAIN_RPC_URL: 'http://127.0.0.1:8545', DEPOSIT_XPUB: 'xpub', CHAIN_USDT: `0x${'C0'.repeat(20)}` };
    const real = {
      CHAIN_RPC_URL: 'https://one.example/hunter2',
      CHAIN_RPC_URL_2: 'https://two.example',
      DEPOSIT_XPUB: 'x',
    };
    const custody = (env: Record<string, string>) => readConfig({ ...least, ...env }).custody;

    it('asks one node twice on this machine, and two on a real chain, where the token is known', () => {
      expect(custody({})).toBeNull();
      expect(custody(local)).toMatchObject({
        ...{ rpcUrls: [local.CHAIN_RPC_URL, local.CHAIN_RPC_URL], contract: `0x${'c0'.repeat(20)}`, isLocal: true },
        keys: null,
      });
      const COLD_ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
      expect([custody(local)?.coldAddress, custody({ ...local, COLD_ADDRESS })?.coldAddress]).toEqual([
        null,
        COLD_ADDRESS,
      ]);
      expect(custody(real)).toMatchObject({
        ...{ rpcUrls: [real.CHAIN_RPC_URL, real.CHAIN_RPC_URL_2], isLocal: false },
        contract: '0x55d398326f99059ff775485246999027b3197955',
      });
      for (const env of [
        { ...local, HOST: '0.0.0.0', VAULT_KEY_FILE: 'k' },
        { ...local, TRUSTED_PROXIES: '1' },
      ]) {
        expect(custody({ ...env, CHAIN_RPC_URL_2: 'http://127.0.0.1:1' })?.isLocal).toBe(false);
      }
    });

    it('takes a node on this machine for one of the real chain where the token is the real one', () => {
      const tunnel = { ...local, CHAIN_USDT: '0x55D398326F99059FF775485246999027B3197955' };
      expect(() => custody(tunnel)).toThrow('CHAIN_RPC_URL_2 is required');
      const two = { ...tunnel, CHAIN_RPC_URL_2: 'http://127.0.0.1:8546' };
      expect(() => custody({ ...two, CUSTODY_SEED_FILE: 's' })).toThrow('CUSTODY_SEED_FILE is allowed only');
      expect(custody(two)).toMatchObject({ isLocal: false, rpcUrls: [tunnel.CHAIN_RPC_URL, two.CHAIN_RPC_URL_2] });
    });

    it.each([
      [{ DEPOSIT_XPUB: 'x' }, 'CHAIN_RPC_URL is required'],
      [{ ...local, CHAIN_USDT: '' }, 'CHAIN_USDT is not'],
      [{ ...real, CHAIN_RPC_URL_2: '' }, 'CHAIN_RPC_URL_2 is required'],
      [{ ...real, CHAIN_RPC_URL_2: real.CHAIN_RPC_URL }, 'CHAIN_RPC_URL_2 is required'],
      [{ ...real, CUSTODY_SEED_FILE: 's' }, 'CUSTODY_SEED_FILE is allowed only on a chain of this machine'],
      [{ ...local, CUSTODY_SEED_FILE: 's', HOT_KEY_FILE: 'h' }, 'only one of them'],
      [{ ...local, COLD_ADDRESS: '0x12' }, 'COLD_ADDRESS is no address'],
    ])('refuses %j', (env, words) => {
      expect(() => custody(env)).toThrow(words);
      expect(() => custody(env)).not.toThrow('hunter2');
    });
  });

  it('knows loopback', () => {
    expect(['127.0.0.1', '::1', 'localhost'].every(isLoopback)).toBe(true);
    expect(['127.0.0.1.example', '10.0.0.1', ''].some(isLoopback)).toBe(false);
  });
});
