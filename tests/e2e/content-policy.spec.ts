// The content policy in a real browser: a string that got into a page becomes no script, and no other page may frame ours.
// That no screen breaks it is seen where every screen is opened anyway, in accessibility.spec.ts.
import { createServer } from 'node:http';
import { watchPolicy } from './content-watch.ts';
import { expect, test } from './person.ts';
import { origin } from './product.ts';

declare global {
  interface Window {
    ran?: boolean;
  }
}

// The browser's own complaints are what these tests provoke, so they use a page of their own.
test('a string becomes no script and no handler', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${origin()}/login`);
  await page.getByRole('button').first().waitFor();
  const threw = await page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      innerHTML: () => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.ran = true">';
      },
      'document.write': () => document.write('<p>x</p>'),
      'script text': () => {
        document.createElement('script').text = 'window.ran = true';
      },
      'script src': () => {
        document.createElement('script').src = 'https://evil.example/x.js';
      },
      'a policy of one’s own': () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('mine', { createHTML: (text: string) => text }),
    };
    return Object.entries(tries).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [`${name} passed`];
      } catch {
        return [];
      }
    });
  });
  expect(threw).toEqual([]);
  expect(await page.evaluate(() => window.ran)).toBeUndefined();
  await page.close();
});

test('no other page frames ours', async ({ browser }) => {
  const other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="${origin()}/login" name="ours"></iframe>`);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${(other.address() as { port: number }).port}/`);
    await page.waitForLoadState('load');
    expect(page.frames()).toHaveLength(2);
    // The refusal may be shown a moment after the page around it counts as loaded.
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  } finally {
    await page.close();
    other.close();
  }
});

test('the page of the API’s description opens under the same policy', async ({ browser }) => {
  const page = await browser.newPage();
  const broken = await watchPolicy(page);
  await page.goto(`${origin()}/api/docs`);
  await expect(page.getByText('/api/login/account')).toBeVisible();
  expect(await broken()).toEqual([]);
  await page.close();
});
