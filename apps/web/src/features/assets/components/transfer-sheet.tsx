// The sheet that sends balance or fuel to another user in two steps: to whom and how much, then the recipient's masked name
// with the payment password. A transfer cannot be taken back, so nobody sends without having seen the name.
import * as codes from '@cormorant/contract/codes.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { makeIntent } from '../../../lib/api/intent.ts';
import { Segment } from '../../../ui/choice.tsx';
import { Field } from '../../../ui/field.tsx';
import { KeyValues } from '../../../ui/figure.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { dayTime } from '../../../ui/times.ts';
import { plainDigits, plainNumber } from '../../../ui/typed-number.ts';
import { type Limits, missesOf, textOfUnits, unitsOf } from '../amounts.ts';
import { type ChangeInfo, makeChange, recipientOf } from '../api/change.ts';
import { AmountField } from './amount-field.tsx';
import { type ChangeFormProps, ChangeSheet, isAboutPayment, useReady } from './change-sheet.tsx';
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
  const [step, setStep] = useState<Step>('write');
  function close() {
    setStep('write');
    onClose();
  }
  return (
    <ChangeSheet
      open={open}
      onClose={close}
      title={t('assets.sheet.transferTitle')}
      submit={t(step === 'write' ? 'assets.sheet.next' : 'assets.sheet.confirmTransfer')}
    >
      {(form) => (
        <TransferForm key={`${first} ${open}`} {...form} {...{ first, step, onStep: setStep }} onDone={close} />
      )}
    </ChangeSheet>
  );
}

interface FormProps extends ChangeFormProps {
  readonly first: TransferFrom;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onDone: () => void;
}

interface Draft {
  readonly from: TransferFrom;
  readonly uid: string;
  readonly amount: string;
  readonly remark: string;
}

const uidForm = /^[1-9]\d{7}$/;
const uidBegun = /^([1-9]\d{0,7})?$/;
const mostRemark = 50;
const recipientCodes: readonly (number | null)[] = [codes.transfer_user, codes.transfer_self];

function limitsOf(info: ChangeInfo, from: TransferFrom): Limits {
  const held = unitsOf(from === 'balance' ? info.account.available : info.account.fuel_paid) ?? 0n;
  const left = leftToday(info);
  return { least: unitsOf(info.transfer.min) ?? 0n, most: held < left ? held : left };
}

function TransferForm({ id, info, first, step, onStep, onBusy, onReady, onDone }: FormProps) {
  const [draft, setDraft] = useState<Draft>({ from: first, uid: '', amount: '', remark: '' });
  const [name, setName] = useState('');
  const [payment, setPayment] = useState('');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [intent] = useState(() => makeIntent());
  const fits = missesOf(plainNumber(draft.amount), limitsOf(info, draft.from)) === null;
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
      if (step === 'confirm' && !isAboutPayment(failure) && failure.kind === 'refused') onStep('write');
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
      await makeChange(intent, {
        kind: 'transfer',
        ...rest,
        to_uid,
        amount: textOfUnits(unitsOf(plainNumber(draft.amount)) ?? 0n),
        payment,
      });
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
  const aboutRecipient = refused !== null && recipientCodes.includes(refused.code);
  return (
    <div className="stack">
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
      <Field
        label={t('assets.sheet.uid')}
        help={t('assets.sheet.uidHelp')}
        error={aboutRecipient ? refused?.message : uidBegun.test(draft.uid) ? undefined : t('assets.sheet.uidForm')}
        value={draft.uid}
        onValue={(uid) => onDraft({ ...draft, uid: plainDigits(uid).trim() })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
      />
      <AmountField
        limits={limitsOf(info, draft.from)}
        has="hasTransfer"
        value={draft.amount}
        onValue={(amount) => onDraft({ ...draft, amount })}
        unit="USDT"
        help={t('assets.sheet.daily', { amount: formatTrimmed(textOfUnits(leftToday(info))) })}
        refused={aboutRecipient ? undefined : refused?.message}
      />
      <Field
        label={t('assets.sheet.remark')}
        value={draft.remark}
        onValue={(remark) => onDraft({ ...draft, remark })}
        maxLength={mostRemark}
        autoComplete="off"
      />
    </div>
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
            value: <span className="num">{formatTrimmed(plainNumber(draft.amount))} USDT</span>,
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
