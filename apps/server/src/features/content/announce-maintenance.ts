// Tells everybody who is connected when maintenance begins, ends or changes its message. The first look only remembers:
// a client that connects later asks index/status.
import { systemNews } from '@cormorant/contract/push.ts';
import { type Bus, PerLanguage } from '../../ports/bus.ts';
import type { Settings } from '../../ports/settings.ts';
import { maintenanceMessage } from './content-calls.ts';

export interface AnnounceDeps {
  readonly settings: Settings;
  readonly bus: Bus;
  readonly version: string;
}

/** Each run compares with the last one. */
export function announceMaintenance({ settings, bus, version }: AnnounceDeps) {
  let told: string | null = null;
  return async (): Promise<void> => {
    const news = (lang: 'zh' | 'en') =>
      systemNews.parse({
        maintenance: settings.get('maintenance'),
        message: maintenanceMessage(settings, lang),
        version,
      });
    const data = new PerLanguage(news('zh'), news('en'));
    const text = JSON.stringify(data);
    if (told !== null && told !== text) bus.publish({ channel: 'system', data });
    told = text;
  };
}
