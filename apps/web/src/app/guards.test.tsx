// The guards with a router around them: where a person is led, signed in or not, and that a session's end leaves the
// screen in place until the login page comes.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginSession, endSession, useLeaving } from '../lib/stores/session.ts';
import { RequireNoSession, RequireSession, returnPath, UnknownPath } from './guards.tsx';

function Here({ name }: { name: string }) {
  const { pathname, state } = useLocation();
  return (
    <p>
      {name} at {pathname} from {(state as { from?: string } | null)?.from ?? 'nowhere'}
    </p>
  );
}

function open(path: string, state: unknown = null) {
  render(
    <MemoryRouter initialEntries={[{ pathname: path, state }]}>
      <Routes>
        <Route element={<RequireNoSession />}>
          <Route path="/login" element={<Here name="login" />} />
        </Route>
        <Route element={<RequireSession />}>
          <Route path="/" element={<Here name="home" />} />
          <Route path="/setting" element={<Here name="setting" />} />
        </Route>
        <Route path="*" element={<UnknownPath />} />
      </Routes>
    </MemoryRouter>,
  );
}

const shown = () => screen.getByText(/ at /).textContent;

beforeEach(() => {
  endSession();
  useLeaving.setState({ leaving: false });
});
afterEach(cleanup);

describe('the guards', () => {
  it('lead a signed-out person to the login page and remember where from', () => {
    open('/setting');
    expect(shown()).toBe('login at /login from /setting');
  });

  it('remember nothing for home and for unknown paths', () => {
    open('/');
    expect(shown()).toBe('login at /login from nowhere');
    cleanup();
    open('/nowhere');
    expect(shown()).toBe('login at /login from nowhere');
  });

  it('lead a signed-in person away from the login page and from unknown paths', () => {
    beginSession('token', {} as Profile);
    open('/login');
    expect(shown()).toBe('home at / from nowhere');
    cleanup();
    open('/nowhere');
    expect(shown()).toBe('home at / from nowhere');
  });

  it('lead back after a login', () => {
    open('/login', { from: '/setting' });
    act(() => beginSession('token', {} as Profile));
    expect(shown()).toBe('setting at /setting from nowhere');
  });

  it('keep the screen while an invalid session is left', () => {
    beginSession('token', {} as Profile);
    open('/setting');
    act(() => {
      useLeaving.setState({ leaving: true });
      endSession();
    });
    expect(shown()).toBe('setting at /setting from nowhere');
  });

  it.each([
    [{ from: '/strategy/detail/7?x=1' }, '/strategy/detail/7?x=1'],
    [{ from: '//evil.example' }, '/'],
    [{ from: 'https://evil.example' }, '/'],
    [{ from: '/login' }, '/'],
    [{ from: '/register/123' }, '/'],
    [{ from: 7 }, '/'],
    [null, '/'],
  ])('take %j back to %s', (state, path) => {
    expect(returnPath(state)).toBe(path);
  });
});
