// Updates on a clock that the test moves: what is newer, for whom, when it is looked for and when it is asked about.
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeoutMs } from '../api/client.ts';
import { noUpdate, useUpdate } from '../stores/update.ts';
import { version } from '../version.ts';
import {
  applyUpdate,
  checkEveryMs,
  checkForUpdate,
  checkThrottleMs,
  promptAfterLaterMs,
  promptAgainMs,
  promptDue,
  promptShown,
  putOff,
  settleUpdate,
  watchUpdates,
} from './check-updates.ts';
import { fetchUpdate } from './fetch-update.ts';
import { compareVersions, offers, readUpdateInfo, updateLog } from './update-info.ts';

const restarted = vi.hoisted(() => vi.fn());
vi.mock('../../platform/browser.ts', async (original) => ({
  ...(await original<typeof import('../../platform/browser.ts')>()),
  restartApp: restarted,
}));

const server = setupServer();
const file = {
  version: '1.1.0',
  download_url: '/index.html',
  checksum: '00',
  update_log: { zh: '更快', en: 'Faster' },
  force_update: false,
  platform_support: ['web'],
};
const realTimeout = globalThis.setTimeout;
let asked = 0;

function answer(content: object | null) {
  server.use(
    http.get('*/updates/update.json', () => {
      asked += 1;
      return content === null ? new HttpResponse('', { status: 404 }) : HttpResponse.json(content);
    }),
  );
}

const state = () => useUpdate.getState();
const stored = () => JSON.parse(localStorage.getItem('update') ?? 'null') as Record<string, unknown>;

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.UTC(2026, 10, 21) });
  useUpdate.setState(noUpdate, true);
  localStorage.clear();
  asked = 0;
  restarted.mockClear();
  answer(file);
});
afterEach(() => {
  server.resetHandlers();
  vi.useRealTimers();
});

describe('what is newer', () => {
  it.each([
    ['1.0.10', '1.0.9', 1],
    ['1.0.9', '1.0.10', -1],
    ['1.1', '1.1.0', 0],
    ['1.1.0', '1.1', 0],
    ['2', '1.99.99', 1],
    ['1.0.9', '1.0.9', 0],
    ['1.0.9.1', '1.0.9', 1],
    ['01.0.9', '1.0.9', 0],
  ])('%s against %s', (left, right, sign) => {
    expect(Math.sign(compareVersions(left, right))).toBe(sign);
  });

  it('is offered only when strictly newer, and to the platforms listed', () => {
    const info = readUpdateInfo(file)!;
    expect(offers(info, '1.0.9', 'web')).toBe(true);
    expect(offers(info, '1.1', 'web')).toBe(false);
    expect(offers(info, '1.2.0', 'web')).toBe(false);
    expect(offers(info, '1.0.9', 'ios')).toBe(false);
    const { platform_support: _, ...everywhere } = info;
    expect(offers(everywhere, '1.0.9', 'android')).toBe(true);
    expect(offers({ ...info, platform_support: [] }, '1.0.9', 'web')).toBe(false);
  });

  it.each([
    null,
    7,
    'text',
    [],
    {},
    { version: 7 },
    { version: '' },
    { version: '1.x' },
    { version: '1..2' },
    { version: '-1.0' },
    { version: '1.0.0-beta' },
  ])('is nothing in %j', (value) => {
    expect(readUpdateInfo(value)).toBeNull();
  });

  it('is forced by true alone, and its log is in the language of the screen', () => {
    expect(readUpdateInfo({ version: '2', force_update: 'yes' })?.force_update).toBe(false);
    expect(readUpdateInfo({ ...file, force_update: true })?.force_update).toBe(true);
    const info = readUpdateInfo(file)!;
    expect([updateLog(info, 'zh'), updateLog(info, 'en')]).toEqual(['更快', 'Faster']);
    expect(updateLog({ ...info, update_log: 'One for all' }, 'en')).toBe('One for all');
    expect(updateLog({ ...info, update_log: { zh: '只有中文' } }, 'en')).toBe('只有中文');
    expect(updateLog(readUpdateInfo({ version: '2' })!, 'en')).toBe('');
  });
});

describe('a check', () => {
  it('keeps what it found on the device', async () => {
    await checkForUpdate();
    expect(state()).toMatchObject({ available: true, checking: false, error: null, info: { version: '1.1.0' } });
    expect(Object.keys(stored()).sort()).toEqual(Object.keys(noUpdate).sort());
    expect(stored()).toMatchObject({ currentVersion: version, lastCheckTime: Date.now() });
  });

  it('is made at most once in 5 minutes, unless a person asks', async () => {
    await checkForUpdate();
    vi.setSystemTime(Date.now() + checkThrottleMs - 1);
    await checkForUpdate();
    expect(asked).toBe(1);
    await checkForUpdate(true);
    expect(asked).toBe(2);
    vi.setSystemTime(Date.now() + checkThrottleMs);
    await checkForUpdate();
    expect(asked).toBe(3);
  });

  it('runs once at a time', async () => {
    server.use(
      http.get('*/updates/update.json', async () => {
        asked += 1;
        await delay('real');
        return HttpResponse.json(file);
      }),
    );
    vi.useRealTimers();
    const first = checkForUpdate(true);
    expect(state().checking).toBe(true);
    await Promise.all([first, checkForUpdate(true)]);
    expect(asked).toBe(1);
  });

  it('answers nothing when there is no file, a broken one or no network', async () => {
    answer(null);
    expect(await fetchUpdate()).toBeNull();
    server.use(http.get('*/updates/update.json', () => new HttpResponse('<!doctype html>')));
    expect(await fetchUpdate()).toBeNull();
    server.use(http.get('*/updates/update.json', () => HttpResponse.error()));
    expect(await fetchUpdate()).toBeNull();
  });

  it('gives up after the time that calls have', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    expect(await fetchUpdate()).toBeNull();
    expect(limit).toHaveBeenCalledWith(timeoutMs);
    limit.mockRestore();
  });

  it('fails silently by itself and says so when it was asked for', async () => {
    answer(null);
    await checkForUpdate();
    expect(state()).toMatchObject({ error: null, available: false, checking: false });
    await checkForUpdate(true);
    expect(state().error).toBe('no_update_package');
    answer({ ...file, version });
    await checkForUpdate(true);
    expect(state()).toMatchObject({ error: null, available: false, info: null });
  });

  it('that fails forgets no offer; one that finds nothing does', async () => {
    await checkForUpdate();
    answer(null);
    await checkForUpdate(true);
    expect(state()).toMatchObject({ available: true, info: { version: '1.1.0' } });
    answer({ ...file, platform_support: ['ios', 'android'] });
    await checkForUpdate(true);
    expect(state()).toMatchObject({ available: false, info: null });
  });
});

describe('a prompt', () => {
  beforeEach(() => checkForUpdate());

  it('is due at once, then not for 5 minutes', () => {
    expect(promptDue(state(), Date.now())).toBe(true);
    promptShown();
    expect(promptDue(state(), Date.now() + promptAgainMs - 1)).toBe(false);
    expect(promptDue(state(), Date.now() + promptAgainMs)).toBe(true);
  });

  it('that was put off is silent for an hour, and only once', () => {
    promptShown();
    vi.setSystemTime(Date.now() + 1_000);
    putOff();
    expect(promptDue(state(), Date.now() + promptAfterLaterMs - 1)).toBe(false);
    expect(promptDue(state(), Date.now() + promptAfterLaterMs)).toBe(true);
    vi.setSystemTime(Date.now() + promptAfterLaterMs);
    promptShown();
    expect(promptDue(state(), Date.now() + promptAgainMs)).toBe(true);
  });

  it('is not due without an offer, and a clock set back does not silence it', () => {
    expect(promptDue(noUpdate, Date.now())).toBe(false);
    promptShown();
    expect(promptDue(state(), Date.now() - 1)).toBe(true);
  });
});

describe('the watch', () => {
  it('checks at the start and every 300 s, and asks when it is time', async () => {
    const due = vi.fn(promptShown);
    const begun = Date.now();
    const stop = watchUpdates(due);
    /** To a moment after the start, when its answer has arrived; the waiting takes no time of the test's clock. */
    const at = async (ms: number, checks: number, prompts: number) => {
      await vi.advanceTimersByTimeAsync(begun + ms - Date.now());
      do await new Promise((resolve) => realTimeout(resolve, 2));
      while (state().checking);
      expect([ms, asked, due.mock.calls.length]).toEqual([ms, checks, prompts]);
    };
    await at(0, 1, 1);
    await at(checkEveryMs - 1, 1, 1);
    await at(checkEveryMs, 2, 2);
    putOff();
    for (let tick = 2; tick <= 12; tick += 1) await at(tick * checkEveryMs, tick + 1, 2);
    await at(13 * checkEveryMs, 14, 3);
    stop();
    await vi.advanceTimersByTimeAsync(checkEveryMs * 3);
    expect(asked).toBe(14);
  });

  it('does not check again after a reload within 5 minutes, but asks about what is known', async () => {
    await checkForUpdate();
    vi.setSystemTime(Date.now() + promptAgainMs - 1);
    const due = vi.fn();
    const stop = watchUpdates(due);
    await vi.waitFor(() => expect(due).toHaveBeenCalledOnce());
    expect(asked).toBe(1);
    stop();
  });

  it('heeds what another tab has put off', async () => {
    await checkForUpdate();
    const elsewhere = { ...stored(), userDismissed: true, lastPromptTime: Date.now() };
    localStorage.setItem('update', JSON.stringify(elsewhere));
    const due = vi.fn();
    const stop = watchUpdates(due);
    await vi.advanceTimersByTimeAsync(10);
    expect(due).not.toHaveBeenCalled();
    stop();
  });
});

describe('the next start', () => {
  const restart = async (change: object) => {
    localStorage.setItem('update', JSON.stringify({ ...stored(), ...change }));
    await useUpdate.persist.rehydrate();
    return settleUpdate();
  };

  it('with the new version clears the entry and says so', async () => {
    await checkForUpdate();
    applyUpdate();
    expect(restarted).toHaveBeenCalledOnce();
    expect(stored()).toMatchObject({ downloaded: true });
    expect(await restart({ currentVersion: '1.0.8' })).toBe(true);
    expect(state()).toEqual(noUpdate);
  });

  it('with the old version after a reload says that the restart failed, until somebody asks again', async () => {
    await checkForUpdate();
    applyUpdate();
    expect(await restart({})).toBe(false);
    expect(state()).toMatchObject({ downloaded: false, available: true, error: 'restart_failed' });
    vi.setSystemTime(Date.now() + checkThrottleMs);
    await checkForUpdate();
    expect(state().error).toBe('restart_failed');
    await checkForUpdate(true);
    expect(state().error).toBeNull();
  });

  it.each([
    ['nothing', 'null'],
    ['no JSON', '{'],
    [
      'foreign values',
      '{"checking":true,"downloading":1,"info":{"version":[]},"currentVersion":7,"lastCheckTime":"x"}',
    ],
  ])('survives %s in storage', async (_name, text) => {
    localStorage.setItem('update', text);
    await useUpdate.persist.rehydrate();
    expect(settleUpdate()).toBe(false);
    expect(state()).toEqual(noUpdate);
  });

  it('does not offer what already runs', async () => {
    await checkForUpdate();
    await restart({ info: { ...file, version } });
    expect(state()).toMatchObject({ available: false, info: null });
  });
});
