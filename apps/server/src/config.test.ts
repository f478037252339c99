// The environment: defaults, sentences for wrong values, and what only loopback may have.
import { describe, expect, it } from 'vitest';
import { isLoopback, readConfig } from './config.ts';

const least = { DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/d', VENUE_URL: 'http://127.0.0.1:3100' };

describe('readConfig', () => {
  it('needs a database and a venue and has a default for the rest', () => {
    const config = readConfig(least);
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      rateLimits: true,
      demoPassword: null,
      production: false,
    });
    expect([...config.roles]).toEqual(['api', 'runner', 'jobs']);
    expect(() => readConfig({})).toThrow('DATABASE_URL is required');
    expect(() => readConfig({ ...least, VENUE_URL: '' })).toThrow('VENUE_URL is required');
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

  it.each([
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['ROLES', 'api,cook'],
    ['ROLES', 'api,'],
    ['NODE_ENV', 'staging'],
    ['PUBLIC_URL', 'ftp://x'],
    ['DEMO', 'yes'],
  ])('refuses %s=%s with its name', (name, value) => {
    expect(() => readConfig({ ...least, [name]: value })).toThrow(name);
  });

  it('does not repeat the database password when the URL is wrong', () => {
    expect(() => readConfig({ ...least, DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
  });

  it('knows loopback', () => {
    expect(['127.0.0.1', '::1', 'localhost'].every(isLoopback)).toBe(true);
    expect(['127.0.0.1.example', '10.0.0.1', ''].some(isLoopback)).toBe(false);
  });
});
