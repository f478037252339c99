// The frame of the two sheets that move what an account holds: what can be moved is asked for when it opens, and the button in
// the foot sends the form above it.
import * as codes from '@cormorant/contract/codes.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Failed, SkeletonRows } from '../../../ui/states.tsx';
import { type ChangeInfo, changeInfoQuery } from '../api/change.ts';

/** What the form in the sheet gets. */
export interface ChangeFormProps {
  /** The id that the form must carry for the button to send it. */
  readonly id: string;
  readonly info: ChangeInfo;
  readonly onBusy: (busy: boolean) => void;
  readonly onReady: (ready: boolean) => void;
}

export interface ChangeSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly submit: string;
  readonly children: (form: ChangeFormProps) => ReactNode;
}

export function ChangeSheet({ open, onClose, title, submit, children }: ChangeSheetProps) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);
  const info = useQuery({ ...changeInfoQuery(), enabled: open });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <Button tone="primary" size="l" type="submit" form={id} busy={busy} disabled={!ready}>
          {submit}
        </Button>
      }
    >
      {info.data ? (
        children({ id, info: info.data, onBusy: setBusy, onReady: setReady })
      ) : info.error ? (
        <Failed
          small
          text={(info.error as ApiError).message}
          onRetry={() => void info.refetch()}
          busy={info.isFetching}
        />
      ) : (
        <SkeletonRows count={3} label={t('ui.loading')} />
      )}
    </Sheet>
  );
}

/** Tells the button in the sheet's foot whether the form above it can be sent. */
export function useReady(ready: boolean, onReady: (ready: boolean) => void): void {
  useEffect(() => onReady(ready), [ready, onReady]);
}

const paymentCodes: readonly (number | null)[] = [
  codes.payment_format,
  codes.payment_not_set,
  codes.payment_wrong,
  codes.payment_locked,
];

/** Whether a refusal is about the payment password; all others are about what was written. */
export function isAboutPayment(refused: ApiError | null): boolean {
  return refused !== null && paymentCodes.includes(refused.code);
}
