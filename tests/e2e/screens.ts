// Every screen that the tests look at, with the path that shows it and who sees it.
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly guest?: true;
}

export const screens: readonly Screen[] = [
  { name: 'login', path: '/login', guest: true },
  { name: 'register', path: '/register/12345678', guest: true },
  { name: 'home', path: '/' },
  { name: 'simulation', path: '/simulation' },
  { name: 'rank', path: '/rank' },
  { name: 'my', path: '/my' },
  { name: 'setting', path: '/setting' },
  { name: 'lang', path: '/lang' },
  { name: 'about', path: '/about/about' },
  { name: 'terms', path: '/about/terms' },
];
