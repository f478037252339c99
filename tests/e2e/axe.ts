// What axe-core objects to on a page. In its older mode, which judges the page alone: the newer one opens a second page
// for each judgement to join what frames say, and no screen of ours has a frame.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** One line for each broken rule, naming the elements. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
