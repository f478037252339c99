// The way from a log to its file.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { ExportSheet } from '../../bill/components/export-sheet.tsx';

export function ExportButton({ botId, nowMs }: { botId: number | null; nowMs?: number | null }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="withdraw" label={t('records.export.title')} onClick={() => setOpen(true)} />
      <ExportSheet
        open={open}
        onClose={() => setOpen(false)}
        first="actions"
        exchange=""
        botId={botId}
        nowMs={nowMs ?? Date.now()}
      />
    </>
  );
}
