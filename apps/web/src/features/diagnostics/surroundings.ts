// Where the app runs, as support needs to know it: version, bundle, platform, settings, screen, browser.
import { platform, terminalCode } from '../../lib/platform.ts';
import { useTheme } from '../../lib/stores/theme.ts';
import { version } from '../../lib/version.ts';

/** The entry's file name carries the hash of what was built. */
function bundle(): string {
  const source = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';
  return (
    source
      .split('/')
      .pop()
      ?.replace(/\.(js|tsx)$/, '') || '--'
  );
}

export const surroundingNames = ['version', 'bundle', 'platform', 'language', 'theme', 'screen', 'browser'] as const;
export type Surroundings = Readonly<Record<(typeof surroundingNames)[number], string>>;

export function surroundings(): Surroundings {
  const { language, theme, updown } = useTheme.getState();
  return {
    version,
    bundle: bundle(),
    platform: `${platform} (${terminalCode})`,
    language: `${language} (${navigator.language})`,
    theme: `${theme}, ${updown}-up`,
    screen: `${window.innerWidth} × ${window.innerHeight} @${window.devicePixelRatio}`,
    browser: navigator.userAgent,
  };
}
