// "I have paid, look at this transaction": a hash is pasted and the server looks it up. Crediting never depends on it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canPaste, paste } from '../../../lib/copy.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { claimDeposit } from '../api/custody.ts';
import { useAsking } from '../use-asking.ts';

const form = /^0x[0-9a-fA-F]{64}$/;

interface ClaimSheetProps {
  readonly open: boolean;
  readonly network: string;
  readonly onClose: () => void;
}

export function ClaimSheet({ open, network, onClose }: ClaimSheetProps) {
  const { t } = useTranslation();
  const [hash, setHash] = useState('');
  const { busy, error, setError, ask } = useAsking();
  async function send() {
    const written = hash.trim();
    if (!form.test(written)) return setError(t('custody.claim.form'));
    await ask(async () => {
      const { status } = await claimDeposit(network, written);
      showToast('success', t(`custody.status.${status}`));
      setHash('');
      onClose();
    });
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('custody.claim.title')}
      foot={
        <Button tone="primary" block busy={busy} onClick={() => void send()}>
          {t('custody.claim.send')}
        </Button>
      }
    >
      <Field
        label={t('custody.txid')}
        hint={
          canPaste() ? (
            <button
              type="button"
              className="link link--p"
              onClick={() => void paste().then((text) => text && setHash(text.trim()))}
            >
              {t('custody.paste')}
            </button>
          ) : null
        }
        help={t('custody.claim.help')}
        error={error}
        value={hash}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        onValue={(text) => {
          setHash(text);
          setError(undefined);
        }}
      />
    </Sheet>
  );
}
