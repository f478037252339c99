// The sheet that sends balance or fuel to another user in two steps: to whom and how much, then the recipient's masked name
// with the payment password. A transfer cannot be taken back, so nobody sends without having seen the name.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { makeIntent } from '../../../lib/api/intent.ts';
import { Button } from '../../../ui/button.tsx';
import { Segment } from '../../../ui/choice.tsx';
import { Field } from '../../../ui/field.tsx';
import { KeyValues } from '../../../ui/figure.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Failed, SkeletonRows } from '../../../ui/states.tsx';
import { dayTime } from '../../../ui/times.ts';
import { textOfUnits, unitsOf } from '../amounts.ts';
import { type ChangeInfo, changeInfoQuery, makeChange, recipientOf } from '../api/change.ts';
import { Most, useReady } from './amount-parts.tsx';
import { PaymentBoxes } from './payment-boxes.tsx';

export type TransferFrom = 'balance' | 'fuel';

export interface TransferSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly first: TransferFrom;
}

type Step = 'write' | 'confirm';

export function TransferSheet({ open, onClose, first }: TransferSheetProps) {
  const { t } = useTranslation();
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);
  const [step, setStep] = useState<Step>('write');
  const info = useQuery({ ...changeInfoQuery(), enabled: open });
  function close() {
    setStep('write');
    onClose();
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('assets.sheet.transferTitle')}
      foot={
        <Button tone="primary" size="l" type="submit" form={form} busy={busy} disabled={!ready}>
          {step === 'write' ? t('assets.sheet.next') : t('assets.sheet.confirmTransfer')}
        </Button>
      }
    >
      {info.data ? (
        <TransferForm
          key={`${first} ${open}`}
          {...{ id: form, info: info.data, first, step, onStep: setStep, onBusy: setBusy, onReady: setReady }}
          onDone={close}
        />
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

interface FormProps {
  readonly id: string;
  readonly info: ChangeInfo;
  readonly first: TransferFrom;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onReady: (ready: boolean) => void;
  readonly onDone: () => void;
}

interface Draft {
  readonly from: TransferFrom;
  readonly uid: string;
  readonly amount: string;
  readonly remark: string;
}

const uidForm = /^[1-9]\d{7}$/;
const mostRemark = 50;
const recipientCodes: readonly (number | null)[] = [5302, 5303];
const paymentCodes: readonly (number | null)[] = [1310, 1312, 1313, 1314];

function mostOf({ account, transfer }: ChangeInfo, from: TransferFrom): bigint {
  const held = unitsOf(from === 'balance' ? account.available : account.fuel_paid) ?? 0n;
  const left = (unitsOf(transfer.daily_limit) ?? 0n) - (unitsOf(transfer.daily_used) ?? 0n);
  return held < left ? held : left > 0n ? left : 0n;
}

function TransferForm({ id, info, first, step, onStep, onBusy, onReady, onDone }: FormProps) {
  const [draft, setDraft] = useState<Draft>({ from: first, uid: '', amount: '', remark: '' });
  const [name, setName] = useState('');
  const [payment, setPayment] = useState('');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [intent] = useState(() => makeIntent());
  const units = unitsOf(draft.amount);
  const fits = units !== null && units >= (unitsOf(info.transfer.min) ?? 0n) && units <= mostOf(info, draft.from);
  const open = info.transfer.enabled === 1 && info.hold_until === undefined;
  const written = open && uidForm.test(draft.uid) && fits && draft.remark.length <= mostRemark;
  useReady(step === 'write' ? written : info.payment === 1 && payment.length === 6, onReady);

  async function work(task: () => Promise<void>) {
    onBusy(true);
    setRefused(null);
    try {
      await task();
    } catch (error) {
      const failure = error as ApiError;
      setRefused(failure);
      setPayment('');
      if (step === 'confirm' && !paymentCodes.includes(failure.code) && failure.kind === 'refused') onStep('write');
    } finally {
      onBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (step === 'write') {
      void work(async () => {
        setName(await recipientOf(draft.uid, draft.from));
        onStep('confirm');
      });
      return;
    }
    const { amount: _typed, uid: to_uid, ...rest } = draft;
    void work(async () => {
      await makeChange(intent, { kind: 'transfer', ...rest, to_uid, amount: textOfUnits(units ?? 0n), payment });
      onDone();
    });
  }

  return (
    <form id={id} onSubmit={submit} noValidate>
      {step === 'write' ? (
        <Write
          {...{ info, draft, refused }}
          onDraft={(next) => {
            setRefused(null);
            setDraft(next);
          }}
        />
      ) : (
        <Confirm {...{ info, draft, name, payment, refused }} onPayment={setPayment} onBack={() => onStep('write')} />
      )}
    </form>
  );
}

interface WriteProps {
  readonly info: ChangeInfo;
  readonly draft: Draft;
  readonly refused: ApiError | null;
  readonly onDraft: (draft: Draft) => void;
}

function Write({ info, draft, refused, onDraft }: WriteProps) {
  const { t } = useTranslation();
  const most = mostOf(info, draft.from);
  const units = unitsOf(draft.amount);
  const least = info.transfer.min;
  const about = (codes: readonly (number | null)[]) =>
    refused !== null && codes.includes(refused.code) ? refused.message : undefined;
  const amountProblem =
    draft.amount === ''
      ? undefined
      : units === null || units < (unitsOf(least) ?? 0n)
        ? t('assets.sheet.least', { amount: formatTrimmed(least) })
        : units > most
          ? t('assets.sheet.tooMuch', { amount: formatTrimmed(textOfUnits(most)) })
          : undefined;
  const other = refused !== null && !recipientCodes.includes(refused.code) ? refused.message : undefined;
  return (
    <>
      {info.transfer.enabled === 0 ? <Note tone="warn">{t('assets.sheet.closed')}</Note> : null}
      {info.hold_until === undefined ? null : (
        <Note tone="warn" icon="shield">
          {t('assets.sheet.held', { time: dayTime(info.hold_until) })}
        </Note>
      )}
      <Segment
        small
        label={t('assets.sheet.asset')}
        options={(['balance', 'fuel'] as const).map((value) => ({ value, label: t(`assets.sheet.assets.${value}`) }))}
        value={draft.from}
        onChange={(from) => onDraft({ ...draft, from })}
      />
      <div className="mt-4">
        <Field
          label={t('assets.sheet.uid')}
          help={t('assets.sheet.uidHelp')}
          error={about(recipientCodes)}
          value={draft.uid}
          onValue={(uid) => onDraft({ ...draft, uid: uid.trim() })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
        />
        <Field
          label={t('assets.sheet.amount')}
          hint={<Most amount={textOfUnits(most)} onMost={(amount) => onDraft({ ...draft, amount })} />}
          help={t('assets.sheet.daily', { amount: formatTrimmed(textOfUnits(leftToday(info))) })}
          error={other ?? amountProblem}
          value={draft.amount}
          onValue={(amount) => onDraft({ ...draft, amount })}
          inputMode="decimal"
          autoComplete="off"
          unit="USDT"
        />
        <Field
          label={t('assets.sheet.remark')}
          value={draft.remark}
          onValue={(remark) => onDraft({ ...draft, remark })}
          maxLength={mostRemark}
          autoComplete="off"
        />
      </div>
    </>
  );
}

function leftToday({ transfer }: ChangeInfo): bigint {
  const left = (unitsOf(transfer.daily_limit) ?? 0n) - (unitsOf(transfer.daily_used) ?? 0n);
  return left > 0n ? left : 0n;
}

interface ConfirmProps {
  readonly info: ChangeInfo;
  readonly draft: Draft;
  readonly name: string;
  readonly payment: string;
  readonly refused: ApiError | null;
  readonly onPayment: (digits: string) => void;
  readonly onBack: () => void;
}

function Confirm({ info, draft, name, payment, refused, onPayment, onBack }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <>
      <KeyValues
        rows={[
          {
            label: t('assets.sheet.to'),
            value: (
              <span>
                {name} · <span className="num">{draft.uid}</span>
              </span>
            ),
          },
          { label: t('assets.sheet.asset'), value: t(`assets.sheet.assets.${draft.from}`) },
          ...(draft.remark === '' ? [] : [{ label: t('assets.sheet.remark'), value: draft.remark }]),
          {
            label: t('assets.sheet.amount'),
            value: <span className="num">{formatTrimmed(draft.amount)} USDT</span>,
            total: true,
          },
        ]}
      />
      <div className="mt-3 mb-3">
        <Note tone="warn" action={{ label: t('assets.sheet.back'), onPress: onBack }}>
          {t('assets.sheet.irreversible')}
        </Note>
      </div>
      <PaymentBoxes has={info.payment === 1} value={payment} onValue={onPayment} error={refused?.message} />
    </>
  );
}
