// What the editor tests of all kinds share: filling the sheet of the confirmation and reading back what became of it.
import type { Page } from '@playwright/test';
import { type Account, api, expect } from './person.ts';

export interface MadeBot {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly phase: string;
  readonly market: string;
  readonly direction: string;
  readonly leverage: number;
  readonly investment: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export async function madeBots(person: Account): Promise<MadeBot[]> {
  const answer = await api<{ list: MadeBot[] }>('/api/user/botList', { token: person.token });
  return answer.data.list;
}

/** Through the confirmation, which shows the same worst case as the form, to the page of the bot. */
export async function startFromEditor(page: Page): Promise<void> {
  const worst = page.locator('main [data-worst]');
  await expect(worst).toBeVisible();
  await page.getByRole('button', { name: '保存并启动' }).click();
  const sheet = page.getByRole('dialog', { name: '确认启动策略' });
  await expect(sheet.getByText('预计最大亏损')).toBeVisible();
  await sheet.getByRole('checkbox', { name: '我了解可能损失全部投入' }).check();
  await sheet.getByRole('button', { name: '确认并启动' }).click();
  await expect(page).toHaveURL(/\/strategy\/detail\/\d+$/);
}

/** Waits until the bot has done what a bot of its kind does first. */
export async function expectRunning(person: Account, want: Partial<MadeBot>, phase: RegExp): Promise<MadeBot> {
  let bot: MadeBot | undefined;
  await expect
    .poll(async () => {
      [bot] = await madeBots(person);
      return bot?.phase ?? '';
    })
    .toMatch(phase);
  expect(bot).toMatchObject({ status: 'running', ...want });
  return bot!;
}
