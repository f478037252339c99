// The language of the app: it holds on this device at once. A signed-in person's is told to the server as well, for mails
// and messages; whether that succeeds changes nothing here.
import { queryClient } from '../../../lib/query-client.ts';
import { forgetBotTypes } from '../../../lib/stores/caches.ts';
import { useSession } from '../../../lib/stores/session.ts';
import { type Language, setTheme } from '../../../lib/stores/theme.ts';
import { saveSetting } from './save-setting.ts';

export function changeLanguage(language: Language): void {
  forgetBotTypes();
  queryClient.removeQueries({ queryKey: ['marketBotTypes'], type: 'inactive' });
  setTheme({ language });
  if (!useSession.getState().isAuthenticated) return;
  saveSetting({ field: 'lang', value: language }, { screenHandled: true, quiet: true }).catch(() => undefined);
}
