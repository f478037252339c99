// The rules of the envelope, one by one, against answers of a pretended server: specification parts 7 and 8.

import { routes } from 'virtual:contract-routes';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerNavigation } from '../navigation.ts';
import { beginSession, endSession, useLeaving, useSession } from '../stores/session.ts';
import { defaultTheme, useTheme } from '../stores/theme.ts';
import { useToast } from '../toasts.ts';
import { call, timeoutMs } from './client.ts';
import { redirectMs, sessionInvalidMs } from './consequences.ts';
import { takenWithinMs } from './early-answers.ts';
import type { ApiError } from './errors.ts';

const server = setupServer();
const profile = { sn: '61840275' } as Profile;
const went: string[] = [];

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());
beforeEach(() => {
  went.length = 0;
  registerNavigation((path) => went.push(path));
  useTheme.setState(defaultTheme);
  endSession();
  useLeaving.setState({ leaving: false });
  useToast.setState({ toast: null });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  server.resetHandlers();
  vi.useRealTimers();
});

const answer = (path: string, body: unknown, status = 200) =>
  server.use(http.all(`*${path}`, () => HttpResponse.json(body as object, { status })));
const toast = () => useToast.getState().toast;
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call should have failed'),
    (error: ApiError) => error,
  );

describe('what the page asked before the app ran', () => {
  const early = (more: Partial<NonNullable<Window['earlyAnswers']>> = {}, answer?: Promise<Response>) => {
    const said = Response.json({ code: 1, show: 0, msg: '', data: { from: 'page' } });
    window.earlyAnswers = {
      token: 'token-1',
      lang: 'zh',
      at: performance.now(),
      answers: new Map([['/api/user/botList', answer ?? Promise.resolve(said)]]),
      ...more,
    };
  };
  beforeEach(() => {
    beginSession('token-1', profile);
    answer('/api/user/botList', { code: 1, show: 0, msg: '', data: { from: 'server' } });
  });
  afterEach(() => {
    delete window.earlyAnswers;
  });

  it('is taken by the call that would ask the same, once', async () => {
    early();
    expect(await call('botList')).toEqual({ from: 'page' });
    expect(await call('botList')).toEqual({ from: 'server' });
  });

  it.each([
    ['for another person', { token: 'token-2' }],
    ['in another language', { lang: 'en' }],
    ['too long ago', { at: performance.now() - takenWithinMs }],
    ['at another address', { answers: new Map() }],
  ])('is not taken when it was asked %s', async (_why, more) => {
    early(more);
    expect(await call('botList')).toEqual({ from: 'server' });
  });

  it('is asked again when it failed', async () => {
    early({}, Promise.reject(new TypeError('no network')));
    expect(await call('botList')).toEqual({ from: 'server' });
  });

  it('ends a session as any other answer', async () => {
    early({}, Promise.resolve(Response.json({ code: 101, show: 1, msg: 'over', data: null })));
    expect((await failure(call('botList'))).code).toBe(101);
    expect(useLeaving.getState().leaving).toBe(true);
  });

  it('is not waited for by a caller who has left', async () => {
    const gone = new AbortController();
    early({}, Promise.resolve(Response.json({ code: 1, show: 0, msg: '', data: {} })));
    const asked = call('botList', undefined, { signal: gone.signal });
    gone.abort();
    expect((await failure(asked)).kind).toBe('aborted');
  });
});

describe('what every request carries', () => {
  it('has the language, the bearer when a token is stored, and its query', async () => {
    const seen: Request[] = [];
    server.use(
      http.get('*/api/user/botDetail', ({ request }) => {
        seen.push(request);
        return HttpResponse.json({ code: 1, show: 0, msg: '', data: { id: 7 } });
      }),
    );
    await call('botDetail', { query: { id: 7 } });
    useTheme.setState({ language: 'en' });
    beginSession('token-1', profile);
    await call('botDetail', { query: { id: 7 } });
    expect(seen.map((request) => request.headers.get('x-lang'))).toEqual(['zh', 'en']);
    expect(seen.map((request) => request.headers.get('authorization'))).toEqual([null, 'Bearer token-1']);
    expect(new URL(seen[0]!.url).search).toBe('?id=7');
    expect(timeoutMs).toBe(15_000);
  });

  it('sends a JSON body and leaves out what is undefined', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/login/account', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ code: 1, msg: 'ok', data: { token: 't', expires_at: 1, user: profile } });
      }),
    );
    await call('loginAccount', { body: { terminal: 1, account: 'a', password: 'b', agree: undefined } });
    expect(sent).toEqual({ terminal: 1, account: 'a', password: 'b' });
  });
});

describe('code 1', () => {
  it.each([
    [{ code: 1, msg: '策略已停止', data: {} }, '策略已停止'],
    [{ code: 1, show: 1, msg: '', data: {} }, '操作成功'],
    [{ code: 1, show: 1, message: '好', data: {} }, '好'],
  ])('with show absent or 1 shows a success toast: %j', async (body, text) => {
    answer('/api/user/botOperation', body);
    await call('botOperation', { query: { id: 1, action: 'stop' } });
    expect(toast()).toMatchObject({ kind: 'success', text });
    vi.advanceTimersByTime(2_999);
    expect(toast()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(toast()).toBeNull();
  });

  it('with show 0 says nothing', async () => {
    answer('/api/user/botList', { code: 1, show: 0, msg: '操作成功', data: { list: [], count: 0 } });
    expect(await call('botList')).toEqual({ list: [], count: 0 });
    expect(toast()).toBeNull();
  });
});

describe('any other code', () => {
  it('shows an error toast for 4 s and throws with code, message and data', async () => {
    answer('/api/auth/profile', { code: 1301, msg: '不可修改', data: { field: 'x' } });
    const error = await failure(call('authProfile'));
    expect(error).toMatchObject({ kind: 'refused', code: 1301, message: '不可修改', data: { field: 'x' } });
    expect(toast()).toMatchObject({ kind: 'error', text: '不可修改' });
    vi.advanceTimersByTime(3_999);
    expect(toast()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(toast()).toBeNull();
  });

  it('has a text of its own when the server has none', async () => {
    answer('/api/auth/profile', { code: 0, data: null });
    await failure(call('authProfile'));
    expect(toast()?.text).toBe('操作失败,请稍后重试');
  });

  it('is silent when show is 0, and for polls', async () => {
    answer('/api/auth/profile', { code: 1301, show: 0, msg: 'x', data: null });
    await failure(call('authProfile'));
    answer('/api/user/index', { code: 9001, show: 1, msg: 'x', data: null });
    await failure(call('userIndex'));
    expect(toast()).toBeNull();
  });

  it('is left to the screen for bot calls and for calls that say so on the wire', async () => {
    const skipped = [
      'botList',
      'botCreate',
      'botUpdate',
      'botOperation',
      'botActions',
      'botDetail',
      'botInfo',
      'botPositions',
    ] as const;
    for (const name of skipped) expect([name, routes[name].autoToast]).toEqual([name, false]);
    answer('/api/user/botList', { code: 4001, msg: 'x', data: null });
    await failure(call('botList'));
    let header: string | null = null;
    server.use(
      http.get('*/api/auth/profile', ({ request }) => {
        header = request.headers.get('x-screen-handled');
        return HttpResponse.json({ code: 1301, msg: 'x', data: null });
      }),
    );
    await failure(call('authProfile', undefined, { screenHandled: true }));
    expect(header).toBe('1');
    expect(toast()).toBeNull();
  });
});

describe('a session that is over', () => {
  it.each([101, 1006, 2003])(
    'code %i: message, storage cleared but for theme and onboarding, login after 1.5 s',
    async (code) => {
      useTheme.setState({ theme: 'dark' });
      localStorage.setItem('onboarding', '{"completed":1}');
      localStorage.setItem('exchanges', '{}');
      sessionStorage.setItem('draft', '1');
      beginSession('token-1', profile);
      answer('/api/user/botList', { code, show: 0, msg: '登录已过期,请重新登录', data: null });
      await failure(call('botList'));
      expect(toast()).toMatchObject({ kind: 'error', text: '登录已过期,请重新登录' });
      expect(useSession.getState()).toMatchObject({ isAuthenticated: false, token: '', user: null });
      expect(Object.keys(localStorage).sort()).toEqual(['onboarding', 'theme']);
      expect(sessionStorage.length).toBe(0);
      vi.advanceTimersByTime(sessionInvalidMs - 1);
      expect(went).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(went).toEqual(['/login']);
    },
  );

  it('is found once however many calls find it', async () => {
    beginSession('token-1', profile);
    answer('/api/user/botList', { code: 1006, msg: 'x', data: null });
    await Promise.all([failure(call('botList')), failure(call('botList')), failure(call('botList'))]);
    vi.advanceTimersByTime(5_000);
    expect(went).toEqual(['/login']);
  });

  it('of an earlier token does not end the present one', async () => {
    beginSession('token-old', profile);
    server.use(
      http.get('*/api/user/botList', () => {
        beginSession('token-new', profile);
        return HttpResponse.json({ code: 1006, msg: 'x', data: null });
      }),
    );
    await failure(call('botList'));
    expect(useSession.getState().token).toBe('token-new');
  });

  it('HTTP 401 clears and goes to the login page after 1 s', async () => {
    beginSession('token-1', profile);
    answer('/api/user/botList', { code: 102, msg: 'x', data: null }, 401);
    const error = await failure(call('botList'));
    expect(error).toMatchObject({ status: 401, message: '未授权访问' });
    expect(useSession.getState().isAuthenticated).toBe(false);
    vi.advanceTimersByTime(redirectMs - 1);
    expect(went).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(went).toEqual(['/login']);
  });
});

describe('a redirect', () => {
  it('inside the app is followed after 1 s', async () => {
    answer('/api/auth/profile', { code: 5401, msg: 'x', data: null, redirect: '/my/asset/fuel?sheet=convert' });
    await failure(call('authProfile'));
    vi.advanceTimersByTime(999);
    expect(went).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(went).toEqual(['/my/asset/fuel?sheet=convert']);
  });

  it.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'to %j is not',
    async (redirect) => {
      answer('/api/auth/profile', { code: 1, show: 0, msg: 'x', data: null, redirect });
      await call('authProfile');
      vi.advanceTimersByTime(5_000);
      expect(went).toEqual([]);
    },
  );
});

describe('an answer that never came', () => {
  it.each([
    [403, 'zh', '拒绝访问'],
    [404, 'zh', '接口不存在'],
    [500, 'zh', '服务器内部错误'],
    [502, 'zh', '服务暂时不可用'],
    [503, 'en', 'Service temporarily unavailable'],
    [418, 'en', 'Server error'],
  ] as const)('HTTP %i in %s reads "%s"', async (status, language, text) => {
    useTheme.setState({ language });
    server.use(http.get('*/api/auth/profile', () => new HttpResponse('<html>', { status })));
    const error = await failure(call('authProfile'));
    expect(error).toMatchObject({ kind: 'http', status, message: text });
    expect(toast()).toMatchObject({ kind: 'error', text });
  });

  it('uses the server message of an envelope with another status', async () => {
    answer('/api/auth/profile', { code: 104, msg: '操作过于频繁,请稍后再试', data: null }, 429);
    expect(await failure(call('authProfile'))).toMatchObject({ code: 104, message: '操作过于频繁,请稍后再试' });
  });

  it('says offline when the network fails', async () => {
    server.use(http.get('*/api/auth/profile', () => HttpResponse.error()));
    expect(await failure(call('authProfile'))).toMatchObject({ kind: 'offline', message: '网络连接失败,请检查网络' });
  });

  it('says timeout after 15 s', async () => {
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(15_000);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    server.use(http.get('*/api/auth/profile', () => delay('infinite')));
    expect(await failure(call('authProfile'))).toMatchObject({ kind: 'timeout', message: '请求超时,请稍后重试' });
    spy.mockRestore();
  });

  it('is no error at all when the screen has gone', async () => {
    const controller = new AbortController();
    controller.abort();
    server.use(http.get('*/api/auth/profile', () => delay('infinite')));
    expect(await failure(call('authProfile', undefined, { signal: controller.signal }))).toMatchObject({
      kind: 'aborted',
    });
    expect(toast()).toBeNull();
  });

  it('takes what is no envelope as a network error', async () => {
    server.use(http.get('*/api/auth/profile', () => HttpResponse.text('<!doctype html>')));
    expect(await failure(call('authProfile'))).toMatchObject({ kind: 'malformed', message: '网络错误,请稍后重试' });
  });
});
