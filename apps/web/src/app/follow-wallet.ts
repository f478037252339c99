// The wallet of the browser is one of the proofs of who is there: when it stands for another account than the signed-in
// person's, they are signed out. What watches is loaded only for people who have a wallet.
import { call } from '../lib/api/client.ts';
import { leaveByChoice } from '../lib/api/consequences.ts';
import { useSession } from '../lib/stores/session.ts';
import { showToast } from '../lib/toasts.ts';
import { shortAddress } from '../lib/wallet/wallet.ts';
import { i18n } from './i18n.ts';

let followed = '';
let stop: (() => void) | undefined;

export function followWallet(): void {
  follow();
  useSession.subscribe(follow);
}

function follow(): void {
  const address = useSession.getState().user?.address ?? '';
  if (address === followed) return;
  followed = address;
  stop?.();
  stop = undefined;
  if (address === '') return;
  import('../lib/wallet/watch-account.ts').then(
    ({ watchAccount }) => {
      if (followed === address) stop = watchAccount(address, () => leave(address));
    },
    // A chunk that cannot be loaded now is loaded with the next start.
    () => undefined,
  );
}

function leave(address: string): void {
  // Sent with the token before it is forgotten; whatever comes back, the device has left.
  call('loginLogout', undefined, { screenHandled: true, quiet: true }).catch(() => undefined);
  leaveByChoice();
  showToast('warning', i18n.t('identity.walletChanged', { address: shortAddress(address) }));
}
