// The sheet in which the fuel reminder's threshold is set. A refusal of the server stands at the field.
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { DecimalField } from '../../../ui/field.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Sheet } from '../../../ui/overlays.tsx';
import { plainNumber } from '../../../ui/typed-number.ts';
import { saveSetting } from '../api/save-setting.ts';
import { isFuelNotice } from '../fuel-range.ts';

export interface FuelNoticeProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly current: string;
}

export function FuelNotice({ open, onClose, current }: FuelNoticeProps) {
  const { t } = useTranslation();
  const form = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const value = typed ?? (current === '' ? '' : formatTrimmed(current).replaceAll(',', ''));

  function close() {
    setTyped(null);
    setError(undefined);
    onClose();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const threshold = plainNumber(value);
    if (!isFuelNotice(threshold)) return setError(t('settings.fuel.invalid'));
    setBusy(true);
    try {
      await saveSetting({ field: 'fuel_notice', value: threshold }, { screenHandled: true });
      close();
    } catch (failure) {
      setError((failure as ApiError).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('settings.fuel.title')}
      foot={
        <Button tone="primary" size="l" type="submit" form={form} busy={busy}>
          {t('settings.fuel.save')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} noValidate>
        <p className="c2 mb-3">{t('settings.fuel.text')}</p>
        <DecimalField
          label={t('settings.fuel.label')}
          hint={t('settings.fuel.range')}
          error={error}
          value={value}
          onValue={(text) => {
            setTyped(text);
            setError(undefined);
          }}
          enterKeyHint="done"
        />
      </form>
    </Sheet>
  );
}
