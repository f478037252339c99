// The local exchange's own page of accounts and keys as a person walks it, and the form in the app that takes what it gives.
import type { Page } from '@playwright/test';
import { api, expect } from './person.ts';

export interface MadeKey {
  readonly key: string;
  readonly secret: string;
}

export async function keyPage(): Promise<string> {
  const { data } = await api<{ exchanges: { code: string; key_url: string }[] }>('/api/market/exchanges');
  return data.exchanges.find(({ code }) => code === 'local')?.key_url ?? '';
}

/** On the exchange's page, as a newcomer: an account, and in it a key with what is ticked. */
export async function openAccount(venue: Page, title: string): Promise<void> {
  await venue.goto(await keyPage());
  const form = venue.locator('form[action="/keys/accounts"]');
  await form.locator('[name="title"]').fill(title);
  await form.getByRole('button').click();
  await expect(venue.locator('section').filter({ hasText: title })).toBeVisible();
}

export async function makeKey(venue: Page, title: string, rights: readonly string[], ips = ''): Promise<MadeKey> {
  const card = venue.locator('section').filter({ has: venue.getByRole('heading', { name: title, exact: true }) });
  const form = card.locator('form[action="/keys/new"]');
  await card
    .locator('details')
    .filter({ has: venue.locator('form[action="/keys/new"]') })
    .locator('summary')
    .click();
  for (const right of ['read', 'spot', 'futures', 'withdraw']) {
    await form.locator(`[name="${right}"]`).setChecked(rights.includes(right));
  }
  await form.locator('[name="ips"]').fill(ips);
  await form.getByRole('button').click();
  const key = await venue.locator('#api-key').innerText();
  return { key, secret: await venue.locator('#api-secret').innerText() };
}

export async function revokeKey(venue: Page, { key }: MadeKey): Promise<void> {
  await venue.goto(await keyPage());
  await venue.locator(`form[action="/keys/revoke"]:has([value="${key}"])`).getByRole('button').click();
  await expect(venue.getByText(key)).toHaveCount(0);
}

/** The form of the app. */
export async function fillKey(page: Page, { key, secret }: MadeKey): Promise<void> {
  await page.getByLabel('API Key', { exact: true }).fill(key);
  await page.getByLabel('Secret Key', { exact: true }).fill(secret);
  await page.getByRole('checkbox', { name: /我已在 本地交易所 添加/ }).check();
}

export const maskOf = ({ key }: MadeKey): string => `${key.slice(0, 4)}****${key.slice(-4)}`;
