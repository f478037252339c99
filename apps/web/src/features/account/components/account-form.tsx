// A form of the account: its cards, a refusal that belongs to no field, and the one button that sends it.
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/marks.tsx';

export interface AccountFormProps {
  readonly submit: string;
  readonly busy: boolean;
  /** There is nothing to send yet. */
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly refusal?: string | undefined;
  readonly children: ReactNode;
}

export function AccountForm({ submit, busy, disabled = false, onSubmit, refusal, children }: AccountFormProps) {
  function send(event: FormEvent) {
    event.preventDefault();
    if (!busy && !disabled) onSubmit();
  }
  return (
    <form className="account__form" noValidate onSubmit={send}>
      {children}
      {refusal ? (
        <Note tone="danger" live>
          {refusal}
        </Note>
      ) : null}
      <Button type="submit" tone="primary" size="l" block busy={busy} disabled={disabled || busy}>
        {submit}
      </Button>
    </form>
  );
}
