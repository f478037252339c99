// The editor of any category: head, presets, fields by group, what they make, worst case, and the two ways to save. A grid
// has its own picture and its rarely used fields as rows; every other kind has a card for each group. On a phone one
// column; on a wide screen the pictures and figures stand beside the fields.
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useWide } from '../../../lib/use-wide.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Note } from '../../../ui/marks.tsx';
import type { ChangeAsked } from './bot-body.ts';
import { BaseField } from './components/base-field.tsx';
import { GroupCard } from './components/group-card.tsx';
import { InvestmentField } from './components/investment-field.tsx';
import { LadderCard } from './components/ladder-card.tsx';
import { LegsCard, LegsWorstCard } from './components/lazy-legs.tsx';
import { NameRows, OptionRows } from './components/option-rows.tsx';
import { PreviewCard } from './components/preview-card.tsx';
import { ResultsCard } from './components/results-card.tsx';
import { WorstCard } from './components/worst-card.tsx';
import { WorstCase } from './components/worst-case.tsx';
import { isShown } from './field-rules.ts';
import type { Placed } from './refusal.ts';
import { revealField } from './reveal-field.ts';
import type { Form } from './use-form.ts';

const loadSheet = () => import('./components/confirm-sheet.tsx');
/** The last look comes after the form, and is there before anybody has filled it in. */
const ConfirmSheet = lazy(async () => ({ default: (await loadSheet()).ConfirmSheet }));

export interface EditorProps {
  readonly form: Form;
  readonly exchange: Exchange | undefined;
  readonly paper: boolean;
  readonly head: ReactNode;
  readonly notes?: ReactNode;
  readonly readOnly?: boolean;
  readonly startLabel: string;
  readonly busy: boolean;
  /** What is likely to refuse a start as the form stands; it may still be saved. */
  readonly standing?: Placed | null;
  /** What stands in the sheet while the outcome of the last attempt is not known. */
  readonly problem: string | null;
  /** True when the sheet may close: the bot is saved, or the form must be corrected. */
  readonly onSave: (start: boolean) => Promise<boolean>;
  /** Of a bot that exists: the change its plan is asked for. */
  readonly change?: () => ChangeAsked;
  /** The plan of that change is refused. */
  readonly onPlanRefused?: (error: ApiError) => void;
  readonly onGo: (placed: Placed) => { label: string; onPress: () => void } | null;
}

export function Editor(props: EditorProps) {
  const {
    form,
    exchange,
    paper,
    head,
    notes,
    readOnly = false,
    startLabel,
    busy,
    standing = null,
    problem,
    onSave,
    onGo,
    change,
    onPlanRefused,
  } = props;
  const { t } = useTranslation();
  const online = useOnline();
  const wide = useWide();
  const [asked, setAsked] = useState<'save' | 'start' | null>(null);
  useEffect(() => {
    // Asked for again when it is needed.
    loadSheet().catch(() => undefined);
  }, []);

  function ask(what: 'save' | 'start') {
    form.refuse(null);
    if (form.submit()) setAsked(what);
    else revealField(form.issues[0]!.field);
  }
  async function confirm() {
    if (await onSave(asked === 'start')) setAsked(null);
  }

  const { refusal } = form;
  const cure = refusal ? onGo(refusal) : null;
  const isGrid = form.type.type === 'grid';
  const hasLegs = form.type.type === 'arbitrage';
  const isSpotGrid = isGrid && form.type.market === 'spot';
  const inputs = (
    <>
      {form.assistant === null || readOnly || form.view.holding ? null : <Presets form={form} />}
      {isGrid ? <GridFields form={form} wide={wide} /> : <GroupFields form={form} wide={wide} />}
    </>
  );
  const outcome = (
    <>
      {isSpotGrid ? (
        <WorstCase plan={form.plan} />
      ) : hasLegs ? (
        <LegsWorstCard form={form} />
      ) : (
        <WorstCard form={form} />
      )}
      <p className="riskline">{t('riskLine')}</p>
    </>
  );
  return (
    <>
      <div className="page editor__page">
        <div className="editor__column">
          {head}
          {notes}
          {inputs}
          {refusal && refusal.field === null ? (
            <Note tone="danger" live {...(cure && { action: cure })}>
              {refusal.text}
            </Note>
          ) : null}
          {wide ? null : outcome}
        </div>
        {wide ? (
          <aside className="editor__column editor__side">
            {isGrid ? (
              <>
                <PreviewCard form={form} />
                <ResultsCard form={form} />
              </>
            ) : hasLegs ? (
              <LegsCard form={form} />
            ) : (
              <LadderCard form={form} />
            )}
            {outcome}
          </aside>
        ) : null}
      </div>
      {readOnly ? null : (
        <div className="actionbar">
          <Button size="l" className="editor__save" disabled={busy || !online} onClick={() => ask('save')}>
            {t('editor.save')}
          </Button>
          <Button size="l" tone="primary" disabled={busy || !online} onClick={() => ask('start')}>
            {startLabel}
          </Button>
        </div>
      )}
      {asked === null ? null : (
        <Suspense fallback={null}>
          <ConfirmSheet
            form={form}
            exchange={exchange}
            paper={paper}
            starts={asked === 'start'}
            busy={busy}
            problem={problem}
            standing={asked === 'start' && standing ? { text: standing.text, cure: onGo(standing) } : null}
            {...(change && { change: change() })}
            onRefused={(error) => {
              setAsked(null);
              onPlanRefused?.(error);
            }}
            onConfirm={() => void confirm()}
            onClose={() => (busy ? undefined : setAsked(null))}
          />
        </Suspense>
      )}
    </>
  );
}

function Presets({ form }: { form: Form }) {
  const { t } = useTranslation();
  const keys = form.assistant?.presets(form.view) ?? [];
  if (keys.length === 0) return null;
  const options = [...keys, 'custom' as const].map((value) => ({ value, label: t(`editor.presets.${value}`) }));
  return (
    <div className="editor__presets">
      <Chips
        label={t('editor.preset')}
        options={options}
        value={form.preset}
        onChange={(chosen) => (chosen === 'custom' ? form.customise() : form.fill(chosen))}
      />
    </div>
  );
}

function GridFields({ form, wide }: { form: Form; wide: boolean }) {
  return (
    <>
      {wide ? null : <PreviewCard form={form} />}
      <BaseCard form={form} />
      {wide ? null : <ResultsCard form={form} />}
      <OptionRows fields={form.type.fields.filter(({ group }) => group !== 'base')} form={form} />
    </>
  );
}

/** The ladder stands behind the fields that draw it. */
function GroupFields({ form, wide }: { form: Form; wide: boolean }) {
  return (
    <>
      <GroupCard group="base" form={form} />
      <GroupCard group="open" form={form} />
      <GroupCard group="add" form={form} />
      {wide ? null : form.type.type === 'arbitrage' ? <LegsCard form={form} /> : <LadderCard form={form} />}
      <GroupCard group="profit" form={form} />
      <GroupCard group="risk" form={form} />
      <GroupCard group="advanced" form={form} />
      <NameRows form={form} />
    </>
  );
}

function BaseCard({ form }: { form: Form }) {
  const { t } = useTranslation();
  const fields = form.type.fields.filter((field) => field.group === 'base' && isShown(field, form.values));
  const investment = fields.find(({ key }) => key === 'investment');
  return (
    <Card aria-label={t('editor.groups.base')}>
      <div className="fields editor__fields">
        {fields
          .filter((field) => field !== investment)
          .map((field) => (
            <BaseField key={field.key} field={field} form={form} />
          ))}
        {investment ? <InvestmentField field={investment} form={form} /> : null}
      </div>
    </Card>
  );
}
