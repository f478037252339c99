// The editor of any category: head, presets, preview, fields, results, worst case, and the two ways to save. On a phone
// one column in this order; on a wide screen the pictures and figures stand beside the fields.
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../lib/use-online.ts';
import { useWide } from '../../../lib/use-wide.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Note } from '../../../ui/marks.tsx';
import { presets } from './assistant.ts';
import { BaseField } from './components/base-field.tsx';
import { ConfirmSheet } from './components/confirm-sheet.tsx';
import { InvestmentField } from './components/investment-field.tsx';
import { OptionRows } from './components/option-rows.tsx';
import { PreviewCard } from './components/preview-card.tsx';
import { ResultsCard } from './components/results-card.tsx';
import { WorstCase } from './components/worst-case.tsx';
import { isShown } from './field-rules.ts';
import type { Placed } from './refusal.ts';
import { revealField } from './reveal-field.ts';
import type { Form } from './use-form.ts';

export interface EditorProps {
  readonly form: Form;
  readonly exchange: Exchange | undefined;
  readonly paper: boolean;
  readonly head: ReactNode;
  readonly notes?: ReactNode;
  readonly readOnly?: boolean;
  readonly startLabel: string;
  readonly busy: boolean;
  /** What stands in the sheet while the outcome of the last attempt is not known. */
  readonly problem: string | null;
  /** True when the sheet may close: the bot is saved, or the form must be corrected. */
  readonly onSave: (start: boolean) => Promise<boolean>;
  readonly onGo: (placed: Placed) => { label: string; onPress: () => void } | null;
}

export function Editor(props: EditorProps) {
  const { form, exchange, paper, head, notes, readOnly = false, startLabel, busy, problem, onSave, onGo } = props;
  const { t } = useTranslation();
  const online = useOnline();
  const wide = useWide();
  const [asked, setAsked] = useState<'save' | 'start' | null>(null);

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
  const inputs = (
    <>
      {form.assistant === null || readOnly || form.view.holding ? null : <Presets form={form} />}
      {wide ? null : <PreviewCard form={form} />}
      <BaseCard form={form} />
      {wide ? null : <ResultsCard form={form} />}
      <OptionRows fields={form.type.fields.filter(({ group }) => group !== 'base')} form={form} />
    </>
  );
  const outcome = (
    <>
      <WorstCase plan={form.plan} />
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
            <PreviewCard form={form} />
            <ResultsCard form={form} />
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
        <ConfirmSheet
          form={form}
          exchange={exchange}
          paper={paper}
          starts={asked === 'start'}
          busy={busy}
          problem={problem}
          onConfirm={() => void confirm()}
          onClose={() => (busy ? undefined : setAsked(null))}
        />
      )}
    </>
  );
}

function Presets({ form }: { form: Form }) {
  const { t } = useTranslation();
  const options = [...presets, 'custom' as const].map((value) => ({
    value,
    label: t(`editor.presets.${value}`),
  }));
  return (
    <Chips
      label={t('editor.preset')}
      options={options}
      value={form.preset}
      onChange={(chosen) => (chosen === 'custom' ? form.customise() : form.fill(chosen))}
    />
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
