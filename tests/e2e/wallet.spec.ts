// Log in by wallet: a new one with its invite code, a known one, and every way it can fail, with its sentence.
import type { Page } from '@playwright/test';
import { api, expect, openAs, password, register, test } from './person.ts';
import { TestWallet } from './wallet-provider.ts';

async function begin(page: Page, wallet: TestWallet, look: { language?: 'en' } = {}): Promise<void> {
  await wallet.inject(page);
  await openAs(page, null, '/login#wallet', look);
  await connect(page, look.language);
}

async function connect(page: Page, language: 'zh' | 'en' = 'zh'): Promise<void> {
  const zh = language === 'zh';
  const consent = page.getByRole('checkbox', { name: zh ? '我已阅读并同意' : 'I have read and agree' });
  if (!(await consent.isChecked())) await consent.check();
  await page.getByRole('button', { name: zh ? '连接钱包' : 'Connect wallet' }).click();
  await page.getByRole('button', { name: zh ? '同意并登录' : 'Agree and log in' }).click();
}

const signIn = async (page: Page, invite: string) => {
  const sheet = page.getByRole('dialog', { name: '请输入邀请码' });
  await sheet.getByLabel('邀请码', { exact: true }).fill(invite);
  await sheet.getByRole('button', { name: '继续' }).click();
};

const refusal = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

test('a new wallet gives its invite code before it signs, and is welcomed', async ({ page }) => {
  const inviter = await register();
  const wallet = new TestWallet();
  await begin(page, wallet);
  const sheet = page.getByRole('dialog', { name: '请输入邀请码' });
  await expect(sheet).toBeVisible();
  expect(wallet.asked).toEqual(['eth_requestAccounts']);
  await sheet.getByRole('button', { name: '继续' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('请输入邀请码');
  await sheet.getByLabel('邀请码', { exact: true }).fill('1234567');
  await sheet.getByRole('button', { name: '继续' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('邀请码必须为8位数字');
  await signIn(page, inviter.user.uid);
  await expect(page.getByText('登录成功')).toBeVisible();
  await expect(page.getByRole('dialog', { name: '3步开始' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(wallet.asked).toEqual(['eth_requestAccounts', 'personal_sign']);
  const [message] = wallet.signed;
  expect(message).toContain(wallet.account.address);
  expect(message).toContain('Chain ID: 56');
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null'));
  expect(session.user).toMatchObject({ kind: 'wallet', referral: inviter.user.uid });
});

test('an unknown invite code is asked for again without signing again', async ({ page }) => {
  const inviter = await register();
  const wallet = new TestWallet();
  await begin(page, wallet);
  await signIn(page, '10000000');
  const sheet = page.getByRole('dialog', { name: '请输入邀请码' });
  await expect(sheet.getByRole('alert')).toHaveText('邀请码无效');
  await signIn(page, inviter.user.uid);
  await expect(page.getByText('登录成功')).toBeVisible();
  expect(wallet.signed).toHaveLength(1);
});

test('the invite code of a link is filled in, and a known wallet is asked for none', async ({ page }) => {
  const inviter = await register();
  const wallet = new TestWallet();
  await wallet.inject(page);
  await openAs(page, null, `/register/${inviter.user.uid}`);
  await page.getByRole('link', { name: '登录' }).click();
  await page.getByRole('radio', { name: '钱包登录' }).click();
  await connect(page);
  const code = page.getByRole('dialog', { name: '请输入邀请码' }).getByLabel('邀请码', { exact: true });
  await expect(code).toHaveValue(inviter.user.uid);
  await page.getByRole('button', { name: '继续' }).click();
  await page.getByRole('dialog', { name: '3步开始' }).getByRole('button', { name: '先看看' }).click();
  await page.goto('/setting');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('radio', { name: '钱包登录' }).click();
  await expect(page.getByText('上次使用')).toBeVisible();
  await connect(page);
  await expect(page.getByText('登录成功')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(wallet.signed).toHaveLength(2);
});

test('nothing happens without the consent, nor when the dialog is disagreed with', async ({ page }) => {
  const wallet = new TestWallet();
  await wallet.inject(page);
  await openAs(page, null, '/login#wallet');
  await page.getByRole('button', { name: '连接钱包' }).click();
  await expect(page.getByText('请先阅读并同意服务条款、隐私政策和免责声明')).toBeVisible();
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '连接钱包' }).click();
  const dialog = page.getByRole('dialog', { name: '使用钱包登录鱼鹰?' });
  await expect(dialog.getByText('不会转账,不申请代币授权')).toBeVisible();
  await dialog.getByRole('button', { name: '不同意' }).click();
  await expect(dialog).toBeHidden();
  expect(wallet.asked).toEqual([]);
});

test('closing the invite sheet leaves quietly', async ({ page }) => {
  const wallet = new TestWallet();
  await begin(page, wallet);
  const sheet = page.getByRole('dialog', { name: '请输入邀请码' });
  await sheet.getByRole('button', { name: '关闭' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: '连接钱包' })).toBeEnabled();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  expect(wallet.signed).toEqual([]);
});

for (const { at, code, zh, en } of [
  { at: 'eth_requestAccounts', code: 4001, zh: '用户已取消', en: 'Cancelled by user' },
  { at: 'eth_requestAccounts', code: 4100, zh: '钱包未连接', en: 'Wallet not connected' },
  { at: 'eth_requestAccounts', code: -32002, zh: '钱包连接失败', en: 'Wallet connection failed' },
  { at: 'eth_requestAccounts', code: 4200, zh: '不支持该钱包', en: 'Wallet not supported' },
  { at: 'personal_sign', code: 4001, zh: '用户已取消', en: 'Cancelled by user' },
  { at: 'personal_sign', code: -32603, zh: '签名验证失败', en: 'Signature verification failed' },
]) {
  test(`the wallet refuses ${at} with ${code}: ${en}`, async ({ page }) => {
    const inviter = await register();
    const wallet = new TestWallet();
    wallet.refuses.set(at, code);
    await begin(page, wallet);
    if (at === 'personal_sign') await signIn(page, inviter.user.uid);
    await expect(refusal(page, zh)).toBeVisible();
    await expect(page).toHaveURL('/login#wallet');
    await page.getByRole('button', { name: '切换到英文' }).click();
    await connect(page, 'en');
    if (at === 'personal_sign') await page.getByRole('button', { name: 'Continue' }).click();
    await expect(refusal(page, en)).toBeVisible();
  });
}

test('a wallet on another network is switched, and told of the network when it does not know it', async ({ page }) => {
  const wallet = new TestWallet({ chain: 1, knows: [1] });
  await begin(page, wallet);
  await expect(page.getByRole('dialog', { name: '请输入邀请码' })).toBeVisible();
  expect(wallet.asked).toEqual([
    'eth_requestAccounts',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
  ]);
  expect(wallet.chain).toBe(56);
});

test('a wallet that stays on another network is not signed with', async ({ page }) => {
  const wallet = new TestWallet({ chain: 1 });
  wallet.refuses.set('wallet_switchEthereumChain', 4001);
  await begin(page, wallet);
  await expect(refusal(page, '用户已取消')).toContainText('登录需要钱包位于 BSC(56)网络');
  wallet.refuses.set('wallet_switchEthereumChain', -32603);
  await connect(page);
  await expect(refusal(page, '不支持的网络,请切换到BSC(56)')).toBeVisible();
  expect(wallet.signed).toEqual([]);
});

test('a signature of another key is refused, and a text that does not come says 1206', async ({ page, complaints }) => {
  const inviter = await register();
  const wallet = new TestWallet();
  wallet.signsWrong = true;
  await begin(page, wallet);
  await signIn(page, inviter.user.uid);
  await expect(refusal(page, '签名验证失败')).toBeVisible();
  await page.route('**/api/login/nonce*', (route) => route.fulfill({ status: 500, body: 'x' }));
  await connect(page);
  await page.getByRole('button', { name: '继续' }).click();
  await expect(refusal(page, '获取签名信息失败或已过期')).toBeVisible();
  complaints.length = 0;
});

test('a browser without a wallet says so and what to do; an old wallet is found too', async ({ page, context }) => {
  await openAs(page, null, '/login#wallet');
  await expect(page.getByText('未检测到MetaMask')).toBeVisible();
  await expect(page.getByText('用钱包应用内的浏览器打开本页')).toBeVisible();
  const other = await context.newPage();
  await new TestWallet({ legacy: true, rdns: 'legacy' }).inject(other);
  await other.goto('/login#wallet');
  await expect(other.getByRole('radio', { name: '浏览器钱包' })).toBeChecked();
});

test('two wallets are both offered, and only the chosen one is asked', async ({ page }) => {
  const one = new TestWallet();
  const other = new TestWallet({ name: 'OKX Wallet', rdns: 'com.okex.wallet' });
  await one.inject(page);
  await other.inject(page);
  await openAs(page, null, '/login#wallet');
  await page.getByRole('radio', { name: 'OKX Wallet' }).check();
  await connect(page);
  await expect(page.getByRole('dialog', { name: '请输入邀请码' })).toBeVisible();
  expect([one.asked, other.asked]).toEqual([[], ['eth_requestAccounts']]);
});

test('a person who gives up while the wallet waits can begin again', async ({ page }) => {
  const wallet = new TestWallet();
  await wallet.inject(page);
  await openAs(page, null, '/login#wallet');
  await page.route('**/api/login/exists*', () => undefined);
  await connect(page);
  await expect(page.getByText('正在查询…')).toBeVisible();
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('button', { name: '连接钱包' })).toBeEnabled();
  await page.unroute('**/api/login/exists*');
  await connect(page);
  await expect(page.getByRole('dialog', { name: '请输入邀请码' })).toBeVisible();
});

test('terms that have changed are agreed to anew, with the same signature', async ({ page }) => {
  const inviter = await register();
  const wallet = new TestWallet();
  await page.route('**/api/login/verify', async (route) => {
    const asked = (route.request().postDataJSON() as { agree?: number }).agree !== 1;
    const body = { code: 1009, show: 1, msg: '请先同意服务条款、隐私政策和免责声明', data: null };
    await (asked ? route.fulfill({ json: body }) : route.continue());
  });
  await begin(page, wallet);
  await signIn(page, inviter.user.uid);
  const dialog = page.getByRole('dialog', { name: '条款已更新' });
  await dialog.getByRole('button', { name: '同意并登录' }).click();
  await expect(page.getByText('登录成功')).toBeVisible();
  expect(wallet.signed).toHaveLength(1);
});

async function signedIn(page: Page): Promise<TestWallet> {
  const inviter = await register();
  const wallet = new TestWallet();
  await begin(page, wallet);
  await signIn(page, inviter.user.uid);
  await page.getByRole('dialog', { name: '3步开始' }).getByRole('button', { name: '先看看' }).click();
  return wallet;
}

const token = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('session') ?? 'null') as { token?: string } | null)?.token ?? '',
  );

test('another account in the wallet signs out, on the server too', async ({ page }) => {
  const wallet = await signedIn(page);
  const before = await token(page);
  await page.goto('/setting');
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  await wallet.show([]);
  await wallet.show([new TestWallet().account.address, wallet.account.address]);
  await expect(page).toHaveURL('/setting');
  await wallet.show([new TestWallet().account.address]);
  await expect(page).toHaveURL('/login');
  const { address } = wallet.account;
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  await expect(
    page.getByText(
      `浏览器钱包的账户与本账号绑定的钱包 ${short} 不一致,已退出登录。请在钱包中切换到该账户,或断开钱包与本站的连接后再登录。`,
    ),
  ).toBeVisible();
  expect(await token(page)).toBe('');
  await expect.poll(async () => (await api('/api/auth/profile', { token: before })).code).toBe(2003);
});

test('another account in the wallet at the start signs out; people without a wallet are left alone', async ({
  page,
}) => {
  const wallet = await signedIn(page);
  wallet.shown = [new TestWallet().account.address];
  await page.goto('/my');
  await expect(page).toHaveURL('/login');
  const person = await register();
  await page.getByLabel('账号或邮箱').fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('登录成功')).toBeVisible();
  await wallet.show([new TestWallet().account.address]);
  await page.reload();
  await expect(page.getByText('我的策略')).toBeVisible();
  await expect(page).toHaveURL('/');
});
