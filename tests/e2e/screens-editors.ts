// The editors that the tests look at: the chooser, the editor of each kind of form filled until preview and worst case
// stand in it, what it refuses, its sheets, the calculator.
import type { Page } from '@playwright/test';
import { type Account, api, expect, operate, register } from './person.ts';
import type { Screen } from './screen.ts';

const editor = (code: string, symbol = 'BTC/USDT') =>
  `/strategy/martin/local/${code}?symbol=${encodeURIComponent(symbol)}`;

const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).click();

async function askToStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^保存并启动$|^Save & start$/ }).click();
}

/** A range is wrong: the field says so, and is where the form leads. */
async function startWithFault(page: Page): Promise<void> {
  const levels = page.getByLabel(/^网格数$|^Grid levels$/);
  await levels.fill('500');
  await askToStart(page);
  await expect(levels).toBeFocused();
}

async function confirmStart(page: Page): Promise<void> {
  await askToStart(page);
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeAttached();
}

async function neutral(page: Page): Promise<void> {
  await choose(page, /^中性$|^Neutral$/);
  await choose(page, /^稳健$|^Balanced$/);
}

async function bothSides(page: Page): Promise<void> {
  await choose(page, /^双向$|^Both sides$/);
  await choose(page, /^稳健$|^Balanced$/);
}

async function short(page: Page): Promise<void> {
  await choose(page, /^做空$|^Short$/);
  await choose(page, /^稳健$|^Balanced$/);
}

/** Adds so far apart that the venue takes the position before the last add: a start is refused. */
async function liquidatedFirst(page: Page): Promise<void> {
  await choose(page, /^稳健$|^Balanced$/);
  await page.getByLabel(/^杠杆$|^Leverage$/).fill('10');
  await page.getByLabel(/^补仓跌幅$|^Add on drop$/).fill('12');
  await askToStart(page);
  await expect(page.getByRole('alert').first()).toBeVisible();
}

async function byDrops(page: Page): Promise<void> {
  await choose(page, /^按跌幅$|^Ladder$/);
  await choose(page, /^稳健$|^Balanced$/);
}

async function pickPair(page: Page): Promise<void> {
  await page.locator('.editor__pair').click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function pickType(page: Page): Promise<void> {
  await page.locator('.editor__category').click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function byCalendar(page: Page): Promise<void> {
  await choose(page, /^保守$|^Conservative$/);
  await expect(page.getByRole('heading', { name: /接下来的买入|Coming buys/ })).toBeVisible();
}

/** A tree of two levels, and signals from outside. */
async function ownRules(page: Page): Promise<void> {
  await choose(page, /^均线交叉$|^EMA cross$/);
  await page
    .getByRole('button', { name: /^添加条件组$|^Add group$/ })
    .first()
    .click();
  await page.getByRole('switch', { name: /^外部信号$|^Webhook$/ }).check();
}

async function acrossExchanges(page: Page): Promise<void> {
  await choose(page, /^跨交易所$|^Cross-exchange$/);
  await page.getByLabel(/^另一家交易所$|^Other exchange$/).selectOption('binance');
}

/** A person with a ladder of safety orders that holds, its orders resting, and is paused: some of its settings are locked. */
async function registerWithPaused(): Promise<Account> {
  const person = await register();
  const ladder = { mode: 'ladder', base_amount: '20', safety_amount: '20', max_safety: '5', active_safety: '3' };
  const body = {
    ...{ type_id: 5, exchange: 'local', market: 'spot', symbol: 'BTC/USDT', investment: '170' },
    params: { ...ladder, step: '2', step_mult: '1.2', vol_mult: '1.2', take_profit: '1.5', stop_loss: '25' },
    ...{ risk_ack: 1, start: 1 },
  };
  const made = await api<{ id: number }>('/api/user/botCreate', { body, token: person.token });
  expect(made.code, made.msg).toBe(1);
  const { id } = made.data;
  await expect
    .poll(
      async () => (await api<{ phase: string }>(`/api/user/botDetail?id=${id}`, { token: person.token })).data.phase,
    )
    .toBe('holding');
  await operate(person, id, 'pause');
  return { ...person, bots: [id] };
}

/** As somebody who may choose among exchanges and has bound a key of none. */
async function withoutKeys(page: Page): Promise<void> {
  await page.route('**/api/market/exchanges*', async (route) => {
    const answer = await (await route.fetch()).json();
    const opened = ['local', 'binance', 'okx'];
    for (const exchange of answer.data.exchanges) {
      exchange.trade = opened.includes(exchange.code) ? 1 : 0;
      exchange.bound = 0;
    }
    await route.fulfill({ json: answer });
  });
}

/** What a change would do is told before it is confirmed. */
async function changePlan(page: Page): Promise<void> {
  await page.getByLabel(/^止盈比例$|^Take profit$/).fill('2.5');
  await page.getByRole('button', { name: /^保存并恢复$|^Save & resume$/ }).click();
  await expect(page.getByRole('dialog').getByRole('region', { name: /变更计划|Change plan/ })).toContainText(
    /挂出|to place/,
  );
}

export const editorScreens: readonly Screen[] = [
  { name: 'grid-type', path: '/strategy/martin' },
  { name: 'grid-editor', path: editor('grid-spot') },
  { name: 'grid-refused', path: editor('grid-spot'), act: startWithFault },
  { name: 'grid-confirm', path: editor('grid-spot'), act: confirmStart },
  { name: 'grid-futures', path: editor('grid-futures'), act: neutral },
  { name: 'grid-short', path: editor('grid-futures'), act: short },
  { name: 'pick-pair', path: editor('grid-spot'), act: pickPair },
  { name: 'pick-type', path: editor('grid-spot'), act: pickType },
  { name: 'martin-editor', path: editor('martin-spot') },
  { name: 'martin-dual', path: editor('martin-futures'), act: bothSides },
  { name: 'martin-short', path: editor('martin-futures'), act: short },
  { name: 'martin-liquidated', path: editor('martin-futures'), act: liquidatedFirst },
  { name: 'ladder-editor', path: editor('dca-futures'), act: byDrops },
  { name: 'calendar-editor', path: editor('dca-spot'), act: byCalendar },
  { name: 'custom-editor', path: editor('custom-futures'), act: ownRules },
  { name: 'custom-spot', path: editor('custom-spot'), act: ownRules },
  { name: 'funding-editor', path: editor('arbitrage-futures') },
  { name: 'triangle-editor', path: editor('arbitrage-spot', 'ETH/USDT') },
  { name: 'cross-editor', path: editor('arbitrage-spot'), act: acrossExchanges },
  { name: 'bind-first', path: editor('dca-futures'), prepare: withoutKeys },
  { name: 'change-plan', path: '/strategy/martin/:bot', who: registerWithPaused, act: changePlan },
  { name: 'size', path: '/strategy/size' },
];
