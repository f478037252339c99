// A wallet that is new here needs an invite code: eight digits, filled in from an invite link where there was one.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cachedReferrer } from '../../../lib/stores/caches.ts';
import { shortAddress } from '../../../lib/wallet/wallet.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { inviteProblem } from '../account-rules.ts';
import type { InviteQuestion } from '../wallet/use-wallet-sign-in.ts';

/** The link of the invitation may name a partner; here only the eight digits are taken. */
function fromLink(): string {
  const code = cachedReferrer();
  return inviteProblem(code) === null ? code : '';
}

export function InviteSheet({ question, onClose }: { question: InviteQuestion | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [code, setCode] = useState(fromLink);
  const [error, setError] = useState<string | null>(null);
  const [seen, setSeen] = useState<InviteQuestion | null>(null);
  const [address, setAddress] = useState('');
  if (question !== seen) {
    setSeen(question);
    if (question !== null) {
      setError(question.refusal);
      setAddress(question.address);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = inviteProblem(code);
    setError(problem === null ? null : t(`identity.required.${problem}`));
    if (problem === null) question?.answer(code.trim());
  }

  return (
    <Sheet open={question !== null} onClose={onClose} title={t('identity.invite.title')}>
      <form className="stack stack--l" onSubmit={submit} noValidate>
        <p className="c2">{t('identity.invite.text', { address: shortAddress(address) })}</p>
        <Field
          label={t('identity.invite.label')}
          help={t('identity.invite.help')}
          name="invite"
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={code}
          error={error ?? undefined}
          onValue={(value) => {
            setCode(value);
            setError(null);
          }}
        />
        <Button type="submit" tone="primary" size="l" block>
          {t('identity.invite.go')}
        </Button>
      </form>
    </Sheet>
  );
}
