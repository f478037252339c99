// The tab bar stands on exactly five paths; a tab is active by prefix, home only at exactly /.
import { describe, expect, it } from 'vitest';
import { hasTabBar, isActiveTab, tabs } from './paths.ts';

const activeAt = (path: string) => tabs.filter((tab) => isActiveTab(tab, path)).map((tab) => tab.key);

describe('the tab bar', () => {
  it('stands on the five paths and nowhere else', () => {
    expect(['/', '/simulation', '/rank', '/strategy', '/my'].every(hasTabBar)).toBe(true);
    expect(['/strategy/detail/1', '/portfolio', '/setting', '/login', '/my/', ''].some(hasTabBar)).toBe(false);
  });

  it('marks the tab whose path begins the current one', () => {
    expect(activeAt('/')).toEqual(['home']);
    expect(activeAt('/strategy')).toEqual(['strategy']);
    expect(activeAt('/strategy/detail/7')).toEqual(['strategy']);
    expect(activeAt('/my/profile')).toEqual(['my']);
    expect(activeAt('/setting')).toEqual([]);
  });
});
