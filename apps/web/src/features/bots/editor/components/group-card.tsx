// The fields of one group in a card. The investment comes first and brings its slider; switches stand below the boxes.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { isShown } from '../field-rules.ts';
import type { Form } from '../use-form.ts';
import { BaseField, leftOver } from './base-field.tsx';
import { InvestmentField } from './investment-field.tsx';

export function GroupCard({ group, form }: { group: Field['group']; form: Form }) {
  const { t } = useTranslation();
  const fields = form.type.fields.filter(
    (field) => field.group === group && isShown(field, form.values) && !hasNoChoice(field),
  );
  if (fields.length === 0) return null;
  const investment = fields.find(({ key }) => key === 'investment');
  const boxes = fields.filter((field) => field !== investment && field.kind !== 'switch');
  const alone = leftOver(boxes);
  const switches = fields.filter(({ kind }) => kind === 'switch');
  return (
    <Card aria-label={t(`editor.groups.${group}`)}>
      <CardHead title={t(`editor.groups.${group}`)} />
      <div className="fields editor__fields">
        {investment ? <InvestmentField field={investment} form={form} /> : null}
        {boxes.map((field) => (
          <BaseField key={field.key} field={field} form={form} alone={field === alone} />
        ))}
        {switches.map((field) => (
          <BaseField key={field.key} field={field} form={form} />
        ))}
      </div>
    </Card>
  );
}

/** A choice of one is sent and not asked. */
function hasNoChoice({ kind, options }: Field): boolean {
  return kind === 'enum' && options?.length === 1;
}
