// What is exported and of which time; the file comes by the bearer, so no link to it can leak.
import * as codes from '@cormorant/contract/codes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { downloadExport } from '../../../../lib/api/file.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Segment } from '../../../../ui/choice.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { Sheet } from '../../../../ui/overlays.tsx';

const kinds = ['settlements', 'fills', 'actions'] as const;
type Kind = (typeof kinds)[number];
const spans = { d7: 7, d30: 30, d90: 90, all: null } as const;
type Span = keyof typeof spans;

const dayMs = 86_400_000;
const utc8Ms = 28_800_000;
const tooLongCode = codes.field_range;

export interface ExportSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly first: Kind;
  readonly exchange: string;
  readonly botId: number | null;
  /** The market's present: its days are exported. */
  readonly nowMs: number;
}

export function ExportSheet({ open, onClose, first, exchange, botId, nowMs }: ExportSheetProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>(first);
  const [span, setSpan] = useState<Span>('d30');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  async function download() {
    const days = spans[span];
    const from = days === null ? {} : { from: utc8Day(nowMs - (days - 1) * dayMs) };
    setBusy(true);
    setError(null);
    try {
      await downloadExport({
        query: {
          kind,
          ...from,
          ...(exchange === '' ? {} : { exchange }),
          ...(botId === null ? {} : { bot_id: botId }),
        },
      });
      showToast('success', t('records.export.done'));
      onClose();
    } catch (refused) {
      setError(refused as ApiError);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('records.export.title')}
      foot={
        <Button className="fill" tone="primary" icon="withdraw" busy={busy} onClick={() => void download()}>
          {t('records.export.go')}
        </Button>
      }
    >
      <div className="stack">
        <span className="t-meta c2">{t('records.export.what')}</span>
        <Segment
          label={t('records.export.what')}
          options={kinds.map((value) => ({ value, label: t(`records.export.kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <span className="t-meta c2">{t('records.export.time')}</span>
        <Segment
          label={t('records.export.time')}
          options={(Object.keys(spans) as Span[]).map((value) => ({
            value,
            label: t(`records.export.spans.${value}`),
          }))}
          value={span}
          onChange={setSpan}
        />
        <p className="t-meta c3">{t('records.export.text')}</p>
        {error === null ? null : (
          <Note tone="warn" live>
            {error.code === tooLongCode ? t('records.export.tooLong') : error.message}
          </Note>
        )}
      </div>
    </Sheet>
  );
}

function utc8Day(atMs: number): string {
  return new Date(atMs + utc8Ms).toISOString().slice(0, 10);
}
