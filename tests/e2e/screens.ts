// Every screen that the tests look at, with the path that shows it and who sees it.
import { type Account, register, registerWithBots } from './person.ts';

export interface Screen {
  readonly name: string;
  /** `:bot` stands for the id of the person's running bot. */
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
  { name: 'strategies', path: '/strategy', bots: true },
  { name: 'strategies-empty', path: '/strategy' },
  { name: 'grid-type', path: '/strategy/martin' },
  { name: 'grid-editor', path: '/strategy/martin/local/grid-spot' },
  { name: 'bot-detail', path: '/strategy/detail/:bot', bots: true },
  { name: 'logs', path: '/strategy/logs', bots: true },
  { name: 'bot-log', path: '/strategy/action/:bot', bots: true },
  { name: 'rank', path: '/rank' },
  { name: 'my', path: '/my' },
  { name: 'setting', path: '/setting' },
  { name: 'devices', path: '/setting#devices' },
  { name: 'lang', path: '/lang' },
  { name: 'about', path: '/about/about' },
  { name: 'terms', path: '/about/terms' },
];

export function pathOf(screen: Screen, person: Account | null): string {
  return screen.path.replace(':bot', String(person?.bots[0] ?? 0));
}

/** Whom a screen is shown to. */
export async function personOf(screen: Screen): Promise<Account | null> {
  if (screen.guest) return null;
  return screen.bots ? registerWithBots() : register();
}
