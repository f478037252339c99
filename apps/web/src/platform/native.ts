// The native shell, seen through the bridge that Capacitor puts into the page before our scripts run: which platform this
// is, and the terminal code of the specification that goes with it (1 web, 2 iOS, 3 Android). Without a bridge it is the web.
export type Platform = 'web' | 'ios' | 'android';

interface Bridge {
  readonly isNativePlatform?: () => boolean;
  readonly getPlatform?: () => string;
}

export function platformOf(bridge: Bridge | undefined): Platform {
  if (bridge?.isNativePlatform?.() !== true) return 'web';
  return bridge.getPlatform?.() === 'ios' ? 'ios' : 'android';
}

export const platform: Platform = platformOf((globalThis as { Capacitor?: Bridge }).Capacitor);

const terminals = { web: 1, ios: 2, android: 3 } as const;

export const terminal = terminals[platform];
