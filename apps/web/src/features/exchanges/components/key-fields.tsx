// Where the parts of a key are pasted. Nothing is offered from the device's memory and nothing goes into it.
import { useTranslation } from 'react-i18next';
import { canPaste, paste } from '../../../lib/copy.ts';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type BindForm, partOf } from '../use-bind-form.ts';

/** Password managers and keyboards keep their hands off. */
const kept = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  'data-1p-ignore': true,
  'data-lpignore': 'true',
} as const;

export function KeyFields({ fields, passphrase }: { fields: BindForm; passphrase: boolean }) {
  const { t } = useTranslation();
  const { change, form, missing, refusal } = fields;
  const refused = refusal === null ? null : partOf(refusal);
  const errorAt = (part: 'apiKey' | 'secretKey' | 'passphrase') =>
    missing[part] ?? (refused === part ? refusal?.message : undefined);
  async function pasteKey() {
    const text = await paste();
    if (text !== null) change({ apiKey: text.trim() });
  }
  return (
    <>
      <Field
        {...kept}
        label={t('keys.step2.apiKey')}
        name="exchange-api-key"
        maxLength={256}
        value={form.apiKey}
        error={errorAt('apiKey')}
        onValue={(apiKey) => change({ apiKey })}
        end={
          canPaste() ? (
            <button type="button" className="btn btn--s btn--text" onClick={() => void pasteKey()}>
              {t('keys.step2.paste')}
            </button>
          ) : null
        }
      />
      <PasswordField
        {...kept}
        label={t('keys.step2.secretKey')}
        name="exchange-secret-key"
        maxLength={4096}
        value={form.secretKey}
        error={errorAt('secretKey')}
        onValue={(secretKey) => change({ secretKey })}
      />
      {passphrase ? (
        <PasswordField
          {...kept}
          label={t('keys.step2.passphrase')}
          name="exchange-passphrase"
          placeholder={t('keys.step2.passphraseHint')}
          maxLength={128}
          value={form.passphrase}
          error={errorAt('passphrase')}
          onValue={(next) => change({ passphrase: next })}
        />
      ) : null}
      <Field
        {...kept}
        label={t('keys.step2.label')}
        name="exchange-key-label"
        maxLength={20}
        value={form.label}
        onValue={(label) => change({ label })}
      />
      <p className="keys__safe t-meta c3">
        <Icon name="lock" size="s" />
        <span>{t('keys.step2.safe')}</span>
      </p>
    </>
  );
}
