// Boot: with a stored token the profile is asked again. No network keeps the person signed in with the cached profile; a
// session code signs them out by the rules of the client. The document's title follows the language.
import { call } from '../lib/api/client.ts';
import { queryClient } from '../lib/query-client.ts';
import { setProfile, useSession } from '../lib/stores/session.ts';
import { useTheme } from '../lib/stores/theme.ts';

const titles = { zh: '鱼鹰 Cormorant', en: 'Cormorant' } as const;

export function followProfile(): void {
  if (useSession.getState().isAuthenticated) {
    call('authProfile', undefined, { screenHandled: true }).then(setProfile, () => undefined);
  }
  document.title = titles[useTheme.getState().language];
  useTheme.subscribe((entry, before) => {
    if (entry.language === before.language) return;
    document.title = titles[entry.language];
    // Texts of the server are in the old language now.
    void queryClient.invalidateQueries();
  });
}
