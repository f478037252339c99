// The fields that may stay empty, as rows: what is set and how far it is from the price, a sheet to change it. Switches
// stand in their row. The bot's name is the last of them.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Field as TextField } from '../../../../ui/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Sheet } from '../../../../ui/overlays.tsx';
import { Switch } from '../../../../ui/toggles.tsx';
import { groupedNumber } from '../../../../ui/typed-number.ts';
import { nameKey } from '../bot-body.ts';
import { isNumeric, isShown } from '../field-rules.ts';
import type { Form } from '../use-form.ts';
import { BaseField } from './base-field.tsx';
import { distanceText } from './distance.ts';

/** In the order of a grid's mockup: what guards it first. */
const groupOrder: readonly Field['group'][] = ['risk', 'profit', 'open', 'add', 'advanced', 'base'];

export function OptionRows({ fields, form }: { fields: readonly Field[]; form: Form }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  const shown = fields
    .filter((field) => isShown(field, form.values))
    .toSorted((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group));
  const edited = shown.find((field) => field.key === open);
  return (
    <section className="card card--flush menu" aria-label={t('editor.groups.advanced')}>
      <div className="list list--inset">
        {shown.map((field) =>
          field.kind === 'switch' ? (
            <SwitchRow key={field.key} field={field} form={form} />
          ) : (
            <OptionRow key={field.key} field={field} form={form} onOpen={() => setOpen(field.key)} />
          ),
        )}
        <NameRow form={form} onOpen={() => setOpen(nameKey)} />
      </div>
      <OptionSheet field={edited} form={form} onClose={() => setOpen(null)} />
      <NameSheet open={open === nameKey} form={form} onClose={() => setOpen(null)} />
    </section>
  );
}

/** The name alone, where every other field has a card. */
export function NameRows({ form }: { form: Form }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <section className="card card--flush menu" aria-label={t('editor.name')}>
      <div className="list list--inset">
        <NameRow form={form} onOpen={() => setOpen(true)} />
      </div>
      <NameSheet open={open} form={form} onClose={() => setOpen(false)} />
    </section>
  );
}

function SwitchRow({ field, form }: { field: Field; form: Form }) {
  const { key, label, help } = field;
  return (
    <div className="row row--menu editor__row" data-field={key}>
      <div className="row__body">
        <div>{label}</div>
        <RowNote error={form.errorOf(key)}>{help}</RowNote>
      </div>
      <Switch
        label={label}
        checked={form.values[key] === '1'}
        disabled={form.isLocked(key)}
        onChange={(on) => form.set(key, on ? '1' : '0')}
      />
    </div>
  );
}

function OptionRow({ field, form, onOpen }: { field: Field; form: Form; onOpen: () => void }) {
  const { t } = useTranslation();
  const { key, label, group } = field;
  const value = form.values[key] ?? '';
  const locked = form.isLocked(key);
  const chosen = field.options?.find((option) => option.value === value)?.label ?? groupedNumber(value);
  const unset = field.required ? '--' : t(group === 'open' ? 'editor.unset.open' : 'editor.unset.other');
  return (
    <button type="button" className="row row--menu editor__row" data-field={key} disabled={locked} onClick={onOpen}>
      <span className="row__body">
        <span>{label}</span>
        <RowNote error={form.errorOf(key)} />
      </span>
      <span className="row__end">
        {value === '' ? (
          unset
        ) : (
          <>
            {field.kind === 'price' ? <span className="num t-meta">{distanceText(value, form.view.last)}</span> : null}
            <span className="num editor__set">{chosen}</span>
          </>
        )}
        <Icon name={locked ? 'lock' : 'right'} size="xs" />
      </span>
    </button>
  );
}

function NameRow({ form, onOpen }: { form: Form; onOpen: () => void }) {
  const { t } = useTranslation();
  const value = form.values[nameKey] ?? '';
  const locked = form.isLocked(nameKey);
  return (
    <button type="button" className="row row--menu editor__row" data-field={nameKey} disabled={locked} onClick={onOpen}>
      <span className="row__body">
        <span>{t('editor.name')}</span>
        <RowNote error={form.errorOf(nameKey)} />
      </span>
      <span className="row__end">
        <span className={value === '' ? undefined : 'editor__set editor__name'}>{value || t('editor.nameAuto')}</span>
        <Icon name={locked ? 'lock' : 'right'} size="xs" />
      </span>
    </button>
  );
}

function RowNote({ error, children }: { error: string | undefined; children?: string }) {
  if (error)
    return (
      <span className="field__help field__help--error editor__note" role="alert">
        {error}
      </span>
    );
  return children ? <span className="t-meta c3 editor__note">{children}</span> : null;
}

function OptionSheet({ field, form, onClose }: { field: Field | undefined; form: Form; onClose: () => void }) {
  const { t } = useTranslation();
  function clear() {
    if (field) form.set(field.key, '');
    close();
  }
  function close() {
    form.focus(null);
    onClose();
  }
  return (
    <Sheet
      open={field !== undefined}
      onClose={close}
      title={field?.label ?? ''}
      foot={
        <>
          {field && field.required === 0 && isNumeric(field) ? (
            <Button size="l" onClick={clear}>
              {t('editor.clear')}
            </Button>
          ) : null}
          <Button size="l" tone="primary" onClick={close}>
            {t('editor.done')}
          </Button>
        </>
      }
    >
      {field ? (
        <div className="stack">
          <BaseField field={field} form={form} />
          <p className="t-meta c2">{field.help}</p>
        </div>
      ) : null}
    </Sheet>
  );
}

function NameSheet({ open, form, onClose }: { open: boolean; form: Form; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('editor.name')}
      foot={
        <Button size="l" tone="primary" onClick={onClose}>
          {t('editor.done')}
        </Button>
      }
    >
      <TextField
        label={t('editor.name')}
        name={nameKey}
        maxLength={32}
        autoComplete="off"
        placeholder={t('editor.nameAuto')}
        help={t('editor.nameHelp')}
        error={form.errorOf(nameKey)}
        value={form.values[nameKey] ?? ''}
        onValue={(value) => form.set(nameKey, value)}
      />
    </Sheet>
  );
}
