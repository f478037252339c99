// The sheet that makes fuel of balance or points, and balance of fuel. The payment password is asked for where the amount
// needs it; a refusal stands at what it is about.
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
import { atRate, textOfUnits, unitsOf } from '../amounts.ts';
import { type ChangeInfo, changeInfoQuery, makeChange, type Pair } from '../api/change.ts';
import { Most, useReady } from './amount-parts.tsx';
import { PaymentBoxes } from './payment-boxes.tsx';

export type PairName = 'balance>fuel' | 'fuel>balance' | 'points>fuel';
const pairNames: readonly PairName[] = ['balance>fuel', 'fuel>balance', 'points>fuel'];

export interface ConvertSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The pair it opens with. */
  readonly first: PairName;
}

export function ConvertSheet({ open, onClose, first }: ConvertSheetProps) {
  const { t } = useTranslation();
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);
  const info = useQuery({ ...changeInfoQuery(), enabled: open });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('assets.sheet.convertTitle')}
      foot={
        <Button tone="primary" size="l" type="submit" form={form} busy={busy} disabled={!ready}>
          {t('assets.sheet.confirmConvert')}
        </Button>
      }
    >
      {info.data ? (
        <ConvertForm
          key={`${first} ${open}`}
          id={form}
          info={info.data}
          first={first}
          onBusy={setBusy}
          onReady={setReady}
          onDone={onClose}
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
  readonly first: PairName;
  readonly onBusy: (busy: boolean) => void;
  readonly onReady: (ready: boolean) => void;
  readonly onDone: () => void;
}

/** Refusals of the payment password; all others are about the amount. */
const paymentCodes: readonly (number | null)[] = [1310, 1312, 1313, 1314];

/** What keeps an amount from being sent; undefined = nothing, null = it is not written yet. */
function useProblem(amount: string, pair: Pair | undefined): string | null | undefined {
  const { t } = useTranslation();
  if (pair === undefined || amount.trim() === '') return null;
  const units = unitsOf(amount, pair.from === 'points' ? 2 : 8);
  const [least, most] = [unitsOf(pair.min) ?? 0n, unitsOf(pair.max) ?? 0n];
  if (units === null || units < least) return t('assets.sheet.least', { amount: formatTrimmed(pair.min) });
  return units > most ? t('assets.sheet.tooMuch', { amount: formatTrimmed(pair.max) }) : undefined;
}

function ConvertForm({ id, info, first, onBusy, onReady, onDone }: FormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(first);
  const [amount, setAmount] = useState('');
  const [payment, setPayment] = useState('');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [intent] = useState(() => makeIntent());
  const pair = info.pairs.find(({ from, to }) => `${from}>${to}` === name);
  const problem = useProblem(amount, pair);
  const units = unitsOf(amount) ?? 0n;
  const free = name === 'balance>fuel' && units <= (unitsOf(info.change_free) ?? 0n);
  const ready = problem === undefined && (free || (info.payment === 1 && payment.length === 6));
  useReady(ready, onReady);

  function change(next: () => void) {
    setRefused(null);
    next();
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (!ready || pair === undefined) return;
    onBusy(true);
    try {
      const paid = free ? {} : { payment };
      await makeChange(intent, { kind: 'convert', from: pair.from, to: pair.to, amount: textOfUnits(units), ...paid });
      onDone();
    } catch (error) {
      setRefused(error as ApiError);
      setPayment('');
    } finally {
      onBusy(false);
    }
  }

  const aboutPayment = refused !== null && paymentCodes.includes(refused.code);
  const shown = aboutPayment ? undefined : refused?.message;
  return (
    <form id={id} onSubmit={(event) => void send(event)} noValidate>
      <Segment
        small
        label={t('assets.sheet.pair')}
        options={pairNames.map((value) => ({ value, label: t(`assets.sheet.pairs.${value}`) }))}
        value={name}
        onChange={(value) => change(() => setName(value))}
      />
      <div className="mt-4">
        <Field
          label={t('assets.sheet.amount')}
          hint={<Most amount={pair?.max ?? '0'} onMost={(most) => change(() => setAmount(most))} />}
          error={shown ?? problem ?? undefined}
          help={
            free && units > 0n ? t('assets.sheet.paymentFree', { amount: formatTrimmed(info.change_free) }) : undefined
          }
          value={amount}
          onValue={(text) => change(() => setAmount(text))}
          inputMode="decimal"
          autoComplete="off"
          unit={t(`assets.tabs.${pair?.from ?? 'balance'}`)}
        />
      </div>
      <KeyValues
        rows={[
          { label: t('assets.sheet.rate'), value: <span className="num">1 : {formatTrimmed(pair?.rate)}</span> },
          { label: t('assets.sheet.fee'), value: t('assets.sheet.free') },
          {
            label: t('assets.sheet.receive'),
            value: (
              <span className="num">
                {formatTrimmed(textOfUnits(atRate(units, pair?.rate ?? '0')))} {t(`assets.tabs.${pair?.to ?? 'fuel'}`)}
              </span>
            ),
            total: true,
          },
        ]}
      />
      {pair?.bonus_only === 1 ? <p className="t-meta c3 mt-2">{t('assets.sheet.bonusOnly')}</p> : null}
      {name === 'fuel>balance' && pair?.max === '0' && info.account.fuel_paid !== '0' ? (
        <Note tone="warn">{t('assets.sheet.heldFuel')}</Note>
      ) : null}
      {free ? null : (
        <div className="mt-4">
          <PaymentBoxes
            has={info.payment === 1}
            value={payment}
            onValue={(digits) => change(() => setPayment(digits))}
            error={aboutPayment ? refused.message : undefined}
          />
        </div>
      )}
    </form>
  );
}
