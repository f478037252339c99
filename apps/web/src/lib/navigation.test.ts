// Who moves the app before the router is drawn is not forgotten: a wallet of somebody else, looked at while the first screen
// is still being drawn, signed the person out and left them on a screen that nobody may see.
import { beforeEach, expect, test } from 'vitest';

type Navigation = typeof import('./navigation.ts');

let navigation: Navigation;
let count = 0;

beforeEach(async () => {
  // Another query is another copy of the module: each test has an app whose router is not drawn yet.
  count += 1;
  const copy = `./navigation.ts?copy=${count}`;
  navigation = (await import(/* @vite-ignore */ copy)) as Navigation;
});

test('a path that was wanted before the router is gone to when it registers, once', () => {
  const went: unknown[] = [];
  navigation.goTo('/strategy');
  navigation.goTo('/login', { replace: true });
  navigation.registerNavigation((path, going) => went.push([path, going]));
  expect(went).toEqual([['/login', { replace: true }]]);
  navigation.registerNavigation((path, going) => went.push([path, going]));
  expect(went).toHaveLength(1);
});

test('with a router paths are gone to at once, by the one that registered last', () => {
  const first: string[] = [];
  const second: string[] = [];
  navigation.registerNavigation((path) => first.push(path));
  navigation.goTo('/my');
  navigation.registerNavigation((path) => second.push(path));
  navigation.goTo('/rank');
  expect([first, second]).toEqual([['/my'], ['/rank']]);
});
