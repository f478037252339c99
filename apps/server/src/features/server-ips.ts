// Our addresses on the way out, as the operator has set them: what people allow at their exchanges.
import type { Settings } from '../ports/settings.ts';

export function serverIps(settings: Settings): string[] {
  return settings
    .get('server_ips')
    .split(',')
    .flatMap((ip) => ip.trim() || []);
}
