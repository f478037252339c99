// Coin in and out by the chain, as a newcomer does it in the browser: test coin from the faucet to the address on screen,
// its confirmations, a withdrawal with the payment password, an operator's yes, and the coin at its target.
// PICTURES=<folder> also takes both screens in both languages, both themes and both widths.

import { textOf } from '@cormorant/contract/catalogue.ts';
import type { Page } from '@playwright/test';
import { refusalOf } from './money.ts';
import { firstOperator } from './operator.ts';
import { type Account, api, expect, type Look, openAs, password, register, settled, test } from './person.ts';
import { origin } from './product.ts';
import { registerByWallet } from './wallet-person.ts';

const PAYMENT = '739164';
const TARGET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const slow = { timeout: 90_000 };

const looks: readonly (Look & { readonly width: number; readonly height: number })[] = [
  { language: 'zh', theme: 'light', width: 390, height: 844 },
  { language: 'en', theme: 'dark', width: 390, height: 844 },
  { language: 'zh', theme: 'dark', width: 1280, height: 800 },
  { language: 'en', theme: 'light', width: 1280, height: 800 },
];

test('test coin comes in with one click and leaves again when an operator agrees', async ({ page }) => {
  test.setTimeout(300_000);
  const person: Account = await register();
  await openAs(page, person, '/my/deposit');
  await expect(page.getByRole('img', { name: '充值地址二维码' })).toBeVisible(slow);
  await settled(page);
  const address = (await page.locator('.custody__address').innerText()).replace(/\s/g, '');
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);

  // What is no hash and what nobody knows is said under the field.
  await page.getByRole('button', { name: '已转账?提交交易哈希' }).click();
  const claim = page.getByRole('dialog', { name: '提交交易哈希' });
  await claim.getByLabel('交易哈希').fill('0x12');
  await claim.getByRole('button', { name: '查询' }).click();
  await expect(claim.getByRole('alert')).toContainText('66 位');
  await claim.getByLabel('交易哈希').fill(`0x${'ab'.repeat(32)}`);
  await claim.getByRole('button', { name: '查询' }).click();
  await expect(claim.getByRole('alert')).toContainText('交易哈希无效');
  await page.keyboard.press('Escape');

  const [faucet] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '领取测试币' }).click(),
  ]);
  await expect(faucet.getByLabel(/地址/)).toHaveValue(address);
  await faucet.getByRole('button', { name: /发放测试币/ }).click();
  await expect(faucet.getByRole('status')).toContainText('已发放');
  await faucet.close();
  await expect(page.getByText(/^确认中 \d+\/15$/)).toBeVisible(slow);
  await picture(page, person, 'deposit');
  await expect(page.getByText('已到账')).toBeVisible(slow);

  // Without a payment password there is a way to one.
  await openAs(page, person, '/my/withdraw');
  await expect(page.getByRole('button', { name: '去设置' })).toBeVisible(slow);
  await expect(page.getByRole('button', { name: '下一步' })).toBeDisabled();
  const body = { mode: 'set', payment: PAYMENT, confirm: PAYMENT, password };
  expect((await api('/api/user/changePayment', { token: person.token, body })).code).toBe(1);
  await openAs(page, person, '/my/withdraw');
  await settled(page);
  await page.getByLabel('提现地址').fill(TARGET);
  await page.getByLabel('提现数量').fill('5');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('alert')).toContainText('最小提现金额为 10 USDT');
  await page.getByRole('button', { name: '全部' }).click();
  await expect(page.getByLabel('提现数量')).toHaveValue('1000');
  await page.getByLabel('提现数量').fill('100');
  await expect(page.getByText('99.00 USDT')).toBeVisible();
  await picture(page, person, 'withdraw');
  await page.getByRole('button', { name: '下一步' }).click();
  const sheet = page.getByRole('dialog', { name: '输入支付密码' });
  await sheet.getByLabel('支付密码').fill('111222');
  await expect(sheet.getByRole('alert')).toContainText('还可尝试4次');
  await picture(page, person, 'pay');
  await sheet.getByLabel('支付密码').fill(PAYMENT);
  await expect(page.getByText('待审核').first()).toBeVisible(slow);
  await expect(sheet).toBeHidden();

  const [made] = (await api<{ records: { sn: string }[] }>('/api/user/withdrawInfo', { token: person.token })).data
    .records;
  const ann = await firstOperator(process.env['E2E_DATA_DIR'], 'ann');
  await ann('withdraw', 'approve', made?.sn ?? '', '--reason', 'known to us');
  await expect(page.getByText('已完成').first()).toBeVisible({ timeout: 180_000 });
  await picture(page, person, 'paid');

  // An address that begins and ends like that one is asked about, in full; the known one is taken with a touch.
  await page.getByRole('button', { name: '再提一笔' }).click();
  await page.getByLabel('提现地址').fill(`0x71c7${'0'.repeat(32)}976f`);
  await page.getByLabel('提现数量').fill('10');
  await page.getByRole('button', { name: '下一步' }).click();
  await sheet.getByLabel('支付密码').fill(PAYMENT);
  const question = page.getByRole('dialog', { name: '请核对地址' });
  await expect(question.locator('.custody__address')).toHaveText([/^0x71c70/i, TARGET], slow);
  const marked = await question.locator('mark').allInnerTexts();
  expect(marked.some((text) => TARGET.includes(text))).toBe(true);
  await picture(page, person, 'similar');
  await question.getByRole('button', { name: '改用这个地址' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('提现地址')).toHaveValue(TARGET);
});

test('the wallet of the browser pays in: it is asked for just that much once, and what it refuses is said', async ({
  page,
}) => {
  const { person, wallet } = await registerByWallet(page);
  const asked: { readonly to: string; readonly data: string }[] = [];
  // What the person's wallet would send, the faucet sends.
  wallet.send = async (call) => {
    asked.push(call);
    const body = new URLSearchParams({ to: `0x${call.data.slice(34, 74)}` });
    const answer = await fetch(`${origin()}/dev/faucet`, { method: 'POST', body });
    return /0x[0-9a-f]{64}/.exec(await answer.text())?.[0] ?? '';
  };
  await openAs(page, person, '/my/deposit');
  await expect(page.getByRole('img', { name: '充值地址二维码' })).toBeVisible(slow);
  const address = (await page.locator('.custody__address').innerText()).replace(/\s/g, '');
  await page.getByRole('button', { name: '钱包支付' }).click();
  const sheet = page.getByRole('dialog', { name: '用 MetaMask 支付' });
  const pay = sheet.getByRole('button', { name: '在钱包中确认' });
  for (const [amount, told] of [
    ['0.99999999', '请输入不低于 1 的数量,最多 8 位小数'],
    ['1.000000001', '请输入数量,最多 8 位小数'],
    ['1e3', '请输入数字,小数点用“.”,例如 12.5'],
  ] as const) {
    await sheet.getByRole('textbox').fill(amount);
    await pay.click();
    await expect(sheet.getByRole('alert')).toHaveText(told);
  }
  await sheet.getByRole('textbox').fill('1000');
  wallet.hasContracts = false;
  await pay.click();
  await expect(sheet.getByRole('alert')).toContainText(textOf(1207, 'zh'));
  wallet.hasContracts = true;
  wallet.refuses.set('eth_sendTransaction', 4001);
  await pay.click();
  await expect(sheet.getByRole('alert')).toContainText(textOf(1208, 'zh'));
  expect(asked).toEqual([]);
  wallet.refuses.clear();
  // It has left: whatever the server says of it is no reason to have it paid again.
  const seen = Promise.withResolvers<void>();
  const refusal = refusalOf(5101, textOf(5101, 'zh'), textOf(5101, 'en'));
  await page.route('**/api/user/deposit', (route) => seen.promise.then(() => refusal(route)));
  await pay.click();
  await expect(page.getByText('已支付,等待确认')).toBeVisible();
  await expect(sheet).toBeHidden();
  seen.resolve();
  await expect(page.getByText(textOf(5101, 'zh'))).toBeVisible();
  await expect(page.getByText(/^确认中 \d+\/15$/)).toBeVisible(slow);
  const { data } = await api<{ networks: { contract: string }[] }>('/api/user/depositInfo', { token: person.token });
  const word = (hex: string) => hex.padStart(64, '0');
  const call = `0xa9059cbb${word(address.slice(2).toLowerCase())}${word((1_000n * 10n ** 18n).toString(16))}`;
  expect(asked).toEqual([expect.objectContaining({ to: data.networks[0]?.contract, data: call })]);
});

/** The page as it stands, and anew in every look. */
async function picture(page: Page, person: Account, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/custody-${name}-here.png` });
  for (const { width, height, ...look } of looks) {
    const context = await page.context().browser()?.newContext({ viewport: { width, height }, hasTouch: true });
    const other = await context?.newPage();
    if (context === undefined || other === undefined) throw new Error('no browser');
    await openAs(other, person, page.url(), look);
    await settled(other);
    await other.waitForTimeout(400);
    await other.screenshot({
      path: `${folder}/custody-${name}-${look.language}-${look.theme}-${width}.png`,
      fullPage: true,
    });
    await context.close();
  }
}
