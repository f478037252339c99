// The paths of the app and the two rules of the tab bar: it stands on exactly five paths, and a tab is active when the
// path starts with the tab's own, home only at exactly /.
import type { IconName } from '../ui/icon.tsx';

export interface Tab {
  readonly path: string;
  readonly key: 'home' | 'simulation' | 'rank' | 'strategy' | 'my';
  readonly icon: IconName;
}

export const tabs: readonly Tab[] = [
  { path: '/', key: 'home', icon: 'home' },
  { path: '/simulation', key: 'simulation', icon: 'flask' },
  { path: '/rank', key: 'rank', icon: 'rank' },
  { path: '/strategy', key: 'strategy', icon: 'spot' },
  { path: '/my', key: 'my', icon: 'user' },
];

export function hasTabBar(path: string): boolean {
  return tabs.some((tab) => tab.path === path);
}

export function isActiveTab(tab: Tab, path: string): boolean {
  return tab.path === '/' ? path === '/' : path.startsWith(tab.path);
}
