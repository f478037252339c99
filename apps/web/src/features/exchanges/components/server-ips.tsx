// The server's addresses with a button that copies them all.
import { useTranslation } from 'react-i18next';
import { copy } from '../../../lib/copy.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';

export function ServerIps({ ips }: { ips: readonly string[] }) {
  const { t } = useTranslation();
  async function copyAll() {
    const done = await copy(ips.join('\n'));
    showToast(done ? 'success' : 'error', t(done ? 'keys.step3.copied' : 'keys.step3.copyFailed'));
  }
  return (
    <div className="keys__ips">
      <div className="mono">
        {ips.map((ip) => (
          <div key={ip}>{ip}</div>
        ))}
      </div>
      <Button tone="soft" size="s" icon="copy" onClick={() => void copyAll()}>
        {t('keys.step3.copyAll')}
      </Button>
    </div>
  );
}
