// Every screen that the tests look at, with the path that shows it and who sees it.
import type { Page } from '@playwright/test';
import { type Account, expect, type Look, openAs, register, registerWithBots, settled } from './person.ts';
import type { Screen } from './screen.ts';
import { detailScreens } from './screens-details.ts';
import { editorScreens } from './screens-editors.ts';
import { moneyScreens } from './screens-money.ts';
import { TestWallet } from './wallet-provider.ts';

async function withWallets(page: Page): Promise<void> {
  await new TestWallet().inject(page);
  await new TestWallet({ name: 'OKX Wallet', rdns: 'com.okex.wallet' }).inject(page);
}

async function inNativeShell(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { Capacitor: { isNativePlatform: () => true, getPlatform: () => 'ios' } });
  });
}

async function confirmWallet(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /我已阅读并同意|I have read and agree/ }).check();
  await page.getByRole('button', { name: /连接钱包|Connect wallet/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function askInvite(page: Page): Promise<void> {
  await confirmWallet(page);
  await page.getByRole('button', { name: /同意并登录|Agree and log in/ }).click();
  await expect(page.getByRole('dialog', { name: /请输入邀请码|Please enter invite code/ })).toBeVisible();
}

async function forget(page: Page): Promise<void> {
  await page.getByRole('button', { name: /忘记密码|Forgot password/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function forgetWithCode(page: Page): Promise<void> {
  await page.route('**/api/login/reset', (route) =>
    route.fulfill({ json: { code: 1, show: 0, msg: '', data: { step: 'sent', ticket: 'T'.repeat(43) } } }),
  );
  await forget(page);
  await page
    .getByRole('dialog')
    .getByLabel(/账号或邮箱|Account or email/)
    .fill('tide_2024');
  await page.getByRole('button', { name: /获取验证码|Send code/ }).click();
  await expect(page.getByLabel(/邮箱验证码|Code from the email/)).toBeVisible();
}

async function withBrokenKey(page: Page): Promise<void> {
  const kept = {
    ...{ id: 1, exchange: 'okx', label: 'main', key_mask: '8f2c****41d7', ip_bound: 0, status: 'invalid', stale: 0 },
    perm: { read: 1, spot: 1, futures: 0, withdraw: 0, transfer: 0 },
    ...{ checked_at: Date.UTC(2026, 10, 21, 8), created_at: Date.UTC(2026, 10, 1), expires_at: null },
    ...{ last_error_code: 2001, last_error: 'API密钥无效' },
  };
  await page.route('**/api/user/api*', (route) =>
    route.fulfill({ json: { code: 1, show: 0, msg: '', data: { list: [kept] } } }),
  );
}

export const screens: readonly Screen[] = [
  { name: 'login', path: '/login', guest: true },
  { name: 'login-wallet', path: '/login#wallet', guest: true, prepare: withWallets },
  { name: 'login-no-wallet', path: '/login#wallet', guest: true },
  { name: 'login-wallet-confirm', path: '/login#wallet', guest: true, prepare: withWallets, act: confirmWallet },
  { name: 'login-invite', path: '/login#wallet', guest: true, prepare: withWallets, act: askInvite },
  { name: 'login-forgot', path: '/login', guest: true, act: forget },
  { name: 'login-forgot-code', path: '/login', guest: true, act: forgetWithCode },
  { name: 'onboarding', path: '/onboarding', guest: true, prepare: inNativeShell },
  { name: 'diagnostics', path: '/test', guest: true, prepare: withWallets },
  { name: 'register', path: '/register/12345678', guest: true },
  { name: 'help', path: '/help/list', guest: true },
  { name: 'help-article', path: '/help/detail/order-errors', guest: true },
  { name: 'home', path: '/', who: registerWithBots },
  { name: 'home-empty', path: '/' },
  { name: 'simulation', path: '/simulation', who: registerWithBots },
  { name: 'simulation-empty', path: '/simulation' },
  { name: 'strategies', path: '/strategy', who: registerWithBots },
  { name: 'strategies-empty', path: '/strategy' },
  ...editorScreens,
  ...detailScreens,
  ...moneyScreens,
  { name: 'rank', path: '/rank' },
  { name: 'profile', path: '/my/profile' },
  { name: 'bind-email', path: '/my/bind/email' },
  { name: 'bind-wallet', path: '/my/bind/wallet' },
  { name: 'bind-referrer', path: '/my/bind/referrer' },
  { name: 'bind-account', path: '/my/bind/account' },
  { name: 'password-login', path: '/my/password/login' },
  { name: 'password-payment', path: '/my/password/payment' },
  { name: 'exchanges', path: '/bind', prepare: withBrokenKey },
  { name: 'bind-exchange', path: '/bind/bitget' },
  { name: 'bind-local', path: '/bind/local' },
  { name: 'bound-exchange', path: '/bind/okx', prepare: withBrokenKey },
  { name: 'setting', path: '/setting' },
  { name: 'devices', path: '/setting#devices' },
  { name: 'lang', path: '/lang' },
  { name: 'about', path: '/about/about' },
  { name: 'terms', path: '/about/terms' },
];

function pathOf(screen: Screen, person: Account | null): string {
  return screen.path.replace(':bot', String(person?.bots[0] ?? 0));
}

/** Opens a screen as its person and brings it to the state it is looked at in. */
export async function openScreen(page: Page, screen: Screen, person: Account | null, look: Look): Promise<void> {
  await screen.prepare?.(page);
  await openAs(page, person, pathOf(screen, person), look);
  await settled(page);
  await screen.act?.(page);
  await settled(page);
}

/** The screen that is open in another look, as when another tab has chosen it. */
export async function changeLook(page: Page, look: Required<Look>): Promise<void> {
  await page.evaluate(
    (entry) => {
      localStorage.setItem('theme', entry);
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    },
    JSON.stringify({ ...look, eye: 1 }),
  );
  await expect(page.locator(`html[data-theme="${look.theme}"][lang^="${look.language}"]`)).toBeAttached();
  await settled(page);
}

const known = new Map<() => Promise<Account>, Promise<Account>>();

/** Whom a screen is shown to. The screens are only looked at, so all tests of a worker share its people. */
export async function personOf(screen: Screen): Promise<Account | null> {
  if (screen.guest) return null;
  const make = screen.who ?? register;
  const person = known.get(make) ?? make();
  known.set(make, person);
  return person;
}
