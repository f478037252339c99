// One row of the log with all its figures, and its number to quote to support.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { copy } from '../../../../lib/copy.ts';
import { Button } from '../../../../ui/button.tsx';
import { KeyValues, Profit } from '../../../../ui/figure.tsx';
import { formatTrimmed } from '../../../../ui/figures.ts';
import { Sheet } from '../../../../ui/overlays.tsx';
import { clockTime } from '../../../../ui/times.ts';
import type { Action } from '../api/actions.ts';
import { type Figure, figuresOf } from '../event-figures.ts';

export interface EventSheetProps {
  readonly action: Action | null;
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function EventSheet({ action, title, open, onClose }: EventSheetProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (action === null) return null;
  const { causes, effects } = figuresOf(action);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button icon="copy" onClick={() => void copy(String(action.id))}>
            {t('bots.logs.copyId')}
          </Button>
          <Button tone="primary" onClick={() => void navigate(`/strategy/detail/${action.bot_id}`)}>
            {t('bots.logs.toBot')}
          </Button>
        </>
      }
    >
      <p className="t-row mb-3">{action.msg}</p>
      <h3 className="t-meta c3">{t('records.why.rule')}</h3>
      <p className="c2 mb-3">{action.rule}</p>
      <Facts title={t('records.why.figures')} rows={factRows(causes, t)} />
      <Facts title={t('records.why.led')} rows={factRows(effects, t)} />
      <KeyValues rows={rowsOf(action, t)} />
    </Sheet>
  );
}

type Row = { label: string; value: React.ReactNode };

function Facts({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="mb-3">
      <h3 className="t-meta c3">{title}</h3>
      <KeyValues rows={rows} />
    </section>
  );
}

function factRows(figures: readonly Figure[], t: TFunction): Row[] {
  return figures.map(([key, value]) => ({
    label: t(`records.why.keys.${key}`),
    value: <span className="num">{formatTrimmed(value)}</span>,
  }));
}

function rowsOf(action: Action, t: TFunction): Row[] {
  const figure = (value: string | undefined, unit = '') =>
    value === undefined ? undefined : [formatTrimmed(value), unit].filter(Boolean).join(' ');
  const [base, quote] = action.symbol.split('/');
  const rows: readonly { label: string; value: React.ReactNode | undefined }[] = [
    { label: t('bots.logs.row.bot'), value: `${action.bot_name} · #${action.bot_id}` },
    { label: t('bots.logs.row.pair'), value: action.symbol },
    { label: t('bots.logs.row.action'), value: action.action_name },
    { label: t('bots.logs.row.side'), value: action.side && t(`bots.logs.side.${action.side}`) },
    { label: t('bots.logs.row.price'), value: figure(action.price) },
    { label: t('bots.logs.row.qty'), value: figure(action.qty, base) },
    { label: t('bots.logs.row.amount'), value: figure(action.amount, quote) },
    { label: t('bots.logs.row.profit'), value: action.profit && <Profit value={action.profit} decimals={4} /> },
    { label: t('bots.logs.row.code'), value: action.code === undefined ? undefined : String(action.code) },
    { label: t('bots.logs.row.actor'), value: t(`bots.logs.actor.${action.actor}`) },
    ...Object.entries(action.detail ?? {}).map(([key, { before, after }]) => ({
      label: key,
      value: `${plain(before)} → ${plain(after)}`,
    })),
    {
      label: t('records.why.order'),
      value: action.order_id && (
        <button type="button" className="link link--p num" onClick={() => void copy(action.order_id ?? '')}>
          {action.order_id}
        </button>
      ),
    },
    { label: t('bots.logs.row.time'), value: fullTime(action.created_at) },
    { label: t('bots.logs.row.id'), value: `#${action.id}` },
  ];
  return rows.filter((row) => row.value !== undefined && row.value !== '') as Row[];
}

function plain(value: unknown): string {
  return value === null || value === undefined || value === '' ? '--' : String(value);
}

function fullTime(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${clockTime(at)}:${two(time.getSeconds())}`;
}
