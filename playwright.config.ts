// The browser tests: the whole product on free ports with a throw-away data folder, and one Chromium. CHROME_PATH names
// the browser; SCREENSHOTS=<folder> also takes every screen, SCREENSHOTS=readme renews the pictures of the README.
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/e2e/product.ts',
  fullyParallel: true,
  // One more than the cores: each test waits for the server and for what it looks at a good part of its time.
  workers: 3,
  retries: 0,
  // Generous, because they only cost time when something is wrong: a busy machine is not.
  timeout: 120_000,
  globalTimeout: 34 * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: process.env['E2E_OUTPUT'] ?? 'test-results',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    launchOptions: {
      executablePath: process.env['CHROME_PATH'] ?? findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--force-color-profile=srgb',
      ],
    },
  },
});
