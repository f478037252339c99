// Watches what a page does against its content policy. Begin before the page is opened.
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    broken?: string[];
  }
}

/** Answers what was broken so far, when it is called. */
export async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const broken: string[] = [];
    window.broken = broken;
    document.addEventListener('securitypolicyviolation', (event) => {
      broken.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  return () => page.evaluate(() => window.broken ?? ['nobody watched']);
}
