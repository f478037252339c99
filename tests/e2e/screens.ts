// Every screen that the tests look at, with the path that shows it and who sees it.
import { type Account, register, registerWithBots } from './person.ts';

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly guest?: true;
  /** The person has bots: one that runs, one that is paused. */
  readonly bots?: true;
}

export const screens: readonly Screen[] = [
  { name: 'login', path: '/login', guest: true },
  { name: 'register', path: '/register/12345678', guest: true },
  { name: 'home', path: '/', bots: true },
  { name: 'home-empty', path: '/' },
  { name: 'simulation', path: '/simulation', bots: true },
  { name: 'simulation-empty', path: '/simulation' },
  { name: 'rank', path: '/rank' },
  { name: 'my', path: '/my' },
  { name: 'setting', path: '/setting' },
  { name: 'lang', path: '/lang' },
  { name: 'about', path: '/about/about' },
  { name: 'terms', path: '/about/terms' },
];

/** Whom a screen is shown to. */
export async function personOf(screen: Screen): Promise<Account | null> {
  if (screen.guest) return null;
  return screen.bots ? registerWithBots() : register();
}
