// What a screen that the tests look at is: the path that shows it, who sees it, and what is pressed first.
import type { Page } from '@playwright/test';
import type { Account } from './person.ts';

export interface Screen {
  readonly name: string;
  /** `:bot` stands for the id of the person's first bot. */
  readonly path: string;
  readonly guest?: true;
  /** Makes the person who sees it; somebody new when it is left out. Screens with one maker share one person. */
  readonly who?: () => Promise<Account>;
  /** Before the page is opened: a wallet, the bridge of the native shell. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What is pressed to reach the state that is looked at, in either language. */
  readonly act?: (page: Page) => Promise<void>;
}
