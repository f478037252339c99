// The last look before a bot is saved or started: what it will do, the worst case in the editor's words, for a bot that
// exists the plan of the change, and the acknowledgement, which is never ticked beforehand.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { KeyValues } from '../../../../ui/figure.tsx';
import { formatPercent, formatUsdt } from '../../../../ui/figures.ts';
import { Coin, Note, Tag } from '../../../../ui/marks.tsx';
import { Sheet } from '../../../../ui/overlays.tsx';
import { Check } from '../../../../ui/toggles.tsx';
import { groupedNumber, plainNumber } from '../../../../ui/typed-number.ts';
import type { ChangeAsked } from '../bot-body.ts';
import { fieldOf, isEndless, isShown, type Values } from '../field-rules.ts';
import { firstOrderLabels, firstOrderText } from '../first-order.ts';
import type { Form } from '../use-form.ts';
import { ChangePlan } from './change-plan.tsx';
import { readDraft } from './conditions-tree.ts';
import { treeText } from './conditions-words.ts';
import { LegsWorst } from './lazy-legs.tsx';
import type { Standing } from './market-head.tsx';
import { netText, spacingText } from './results-card.tsx';
import { readRows } from './steps-rows.ts';
import { WorstLoss } from './worst-card.tsx';
import { WorstCase } from './worst-case.tsx';

export interface ConfirmSheetProps {
  readonly form: Form;
  readonly exchange: Exchange | undefined;
  readonly paper: boolean;
  readonly starts: boolean;
  readonly busy: boolean;
  /** What a start is likely to meet, with where to look. */
  readonly standing: Standing | null;
  /** No answer came last time: saying it again is safe. */
  readonly problem: string | null;
  /** Of a bot that exists. */
  readonly change?: ChangeAsked;
  readonly onRefused: (error: ApiError) => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmSheet(props: ConfirmSheetProps) {
  const { form, exchange, paper, starts, busy, standing, problem, change, onRefused, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const [planned, setPlanned] = useState(change === undefined);
  const ack = useRef<HTMLDivElement>(null);
  const { symbol } = form.view;
  // Of a change only what changes is looked at, and the plan says it.
  const summary = useSummary(form, exchange, paper);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t(titleOf(starts, change !== undefined))}
      foot={
        <Button
          size="l"
          tone="primary"
          busy={busy}
          disabled={!planned}
          onClick={() => {
            setAsked(true);
            if (agreed) onConfirm();
            else revealBox(ack.current);
          }}
        >
          {t(!starts ? 'editor.onlySave' : change ? 'editor.applyRun' : 'editor.start')}
        </Button>
      }
    >
      <div className="stack">
        <div className="hstack">
          <Coin code={symbol.base} />
          <div className="row__body">
            <div className="row__title">
              {symbol.symbol}
              {paper ? <Tag kind="sim">{t('simulated')}</Tag> : <Tag>{t('editor.live')}</Tag>}
            </div>
            <div className="row__meta">
              {form.type.name}
              {exchange ? ` · ${exchange.name}` : ''}
            </div>
          </div>
          <div className="row__end">
            <div className="t-section num">{formatUsdt(plainNumber(form.values['investment'] ?? ''))}</div>
            <div className="t-meta c3">{symbol.quote}</div>
          </div>
        </div>
        {change ? (
          <ChangePlan asked={change} type={form.type} symbol={symbol} onPlanned={setPlanned} onRefused={onRefused} />
        ) : null}
        <KeyValues rows={change ? summary.slice(-feeRows) : summary} />
        {form.type.type === 'arbitrage' ? (
          <div className="note--warn editor__worst">
            <LegsWorst form={form} />
          </div>
        ) : form.plan === null || form.view.symbol.market === 'futures' ? (
          <OutlookWorst form={form} />
        ) : (
          <WorstCase plan={form.plan} />
        )}
        {standing === null ? null : (
          <Note tone="warn" {...(standing.cure && { action: standing.cure })}>
            {standing.text}
          </Note>
        )}
        <div ref={ack}>
          <Check checked={agreed} onChange={setAgreed} error={asked && !agreed} describedBy="ack-needed">
            {t('editor.ack')}
          </Check>
          <p id="ack-needed" className="field__help field__help--error" role={asked && !agreed ? 'alert' : undefined}>
            {asked && !agreed ? t('editor.ackNeeded') : null}
          </p>
        </div>
        {problem === null ? null : (
          <Note tone="warn" live>
            {problem}
          </Note>
        )}
      </div>
    </Sheet>
  );
}

function titleOf(starts: boolean, changes: boolean) {
  if (changes) return starts ? 'editor.confirmChangeRun' : 'editor.confirmChange';
  return starts ? 'editor.confirmStart' : 'editor.confirmSave';
}

/** The box may lie below what the sheet shows. */
function revealBox(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'center', behavior: 'instant' });
  place?.querySelector('input')?.focus({ preventScroll: true });
}

/** The sentence of product.md 4.10 with the same figure as in the editor. */
function OutlookWorst({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { outlook } = form;
  if (outlook === null) return null;
  return (
    <div className="note--warn editor__worst">
      <WorstLoss form={form} outlook={outlook} />
      {outlook.stopPrice === null ? null : <p className="t-tag">{t('editor.worstCase.atStop')}</p>}
    </div>
  );
}

/** The last of a summary: what the exchange and the service take. */
const feeRows = 2;

/** A category without a plan is summed up by its own fields. */
function useSummary(form: Form, exchange: Exchange | undefined, paper: boolean) {
  const { t } = useTranslation();
  const { plan, values, type, view } = form;
  const text = (key: string) => {
    const field = fieldOf(type.fields, key, values);
    const value = values[key] ?? '';
    return field?.options?.find((option) => option.value === value)?.label ?? groupedNumber(plainNumber(value));
  };
  const optional = (['trigger_price', 'stop_loss', 'take_profit', 'trail_limit'] as const).flatMap((key) => {
    const field = type.fields.find((candidate) => candidate.key === key);
    const shown = field && (values[key] ?? '') !== '' && (key !== 'trail_limit' || values['trailing_up'] === '1');
    return shown ? [{ label: field.label, value: text(key) }] : [];
  });
  const money = plan?.money;
  const fuelRate = exchange?.fuel_rate;
  return [
    ...(plan && money
      ? [
          ...sidesOf(form).map((field) => ({ label: field.label, value: ownText(t, field, values) })),
          { label: t('editor.range'), value: `${groupedNumber(plan.lower)} – ${groupedNumber(plan.upper)}` },
          {
            label: t('editor.gridsSpacing'),
            value: t('editor.grids', {
              count: plan.lines.length - 1,
              mode: text('grid_mode'),
              spacing: spacingText(plan),
            }),
          },
          {
            label: t(firstOrderLabels(values).line),
            value: view.holding ? t('editor.bought') : (firstOrderText(money, view.symbol.base) ?? t('editor.none')),
          },
          { label: t('editor.net'), value: netText(plan) },
        ]
      : ownFields(form).map((field) => ({ label: field.label, value: ownText(t, field, values) }))),
    // A stop that was left empty and is computed, or one in percent: where it is as a price.
    ...(form.outlook?.stopPrice && !(plan && values['stop_loss'])
      ? [
          {
            label: t(values['stop_loss'] ? 'editor.stopAt' : 'editor.stopComputed'),
            value: groupedNumber(form.outlook.stopPrice),
          },
        ]
      : []),
    ...(plan && money ? optional : []),
    // The legs of an arbitrage pay on several markets: its preview counts them.
    ...(type.type === 'arbitrage'
      ? []
      : [
          {
            label: t('editor.exchangeFee'),
            // A grid rests its orders, but its first one and its end are at market.
            value: t(type.type === 'grid' ? 'editor.makerTaker' : 'editor.perSide', {
              maker: formatPercent(view.symbol.maker),
              fee: formatPercent(view.symbol.taker),
            }),
          },
        ]),
    {
      label: t('editor.serviceFee'),
      value: paper ? t('editor.noFuel') : t('editor.fuel', { rate: formatPercent(fuelRate, 0) }),
    },
  ];
}

/** What is set, in the order of the form: what is switched off or left empty says nothing. */
function ownFields({ type, values }: Form): Field[] {
  return type.fields.filter((field) => {
    const value = values[field.key] ?? '';
    if (field.key === 'investment' || value === '' || !isShown(field, values)) return false;
    return field.kind !== 'switch' || value === '1';
  });
}

/** Of a grid on a contract: which way it goes, and how much it borrows. */
function sidesOf(form: Form): Field[] {
  return ownFields(form).filter(({ key }) => key === 'direction' || key === 'leverage');
}

function ownText(t: TFunction, field: Field, values: Values): string {
  const value = values[field.key] ?? '';
  if (field.kind === 'switch') return t('editor.on');
  if (field.kind === 'steps') return t('editor.rows', { count: readRows(value).length });
  if (field.kind === 'conditions') {
    const tree = readDraft(value);
    return tree === null || tree === 'unreadable' ? '' : treeText(tree, t);
  }
  const chosen = field.options?.find((option) => option.value === value)?.label;
  if (chosen !== undefined) return chosen;
  if (isEndless(field, value)) return t('editor.endless');
  const figure = groupedNumber(plainNumber(value));
  if (field.unit === '' || field.unit === '%') return figure + field.unit;
  // In English one of them loses its plural; a lone s is seconds.
  return `${figure} ${figure === '1' ? field.unit.replace(/\Bs$/, '') : field.unit}`;
}
