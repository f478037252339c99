// The sheet that makes fuel of balance or points, and balance of fuel. The payment password is asked for where the amount
// needs it; a refusal stands at what it is about.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { makeIntent } from '../../../lib/api/intent.ts';
import { Segment } from '../../../ui/choice.tsx';
import { KeyValues } from '../../../ui/figure.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { Note } from '../../../ui/marks.tsx';
import { plainNumber } from '../../../ui/typed-number.ts';
import { atRate, type Limits, missesOf, textOfUnits, unitsOf } from '../amounts.ts';
import { makeChange, type Pair } from '../api/change.ts';
import { AmountField } from './amount-field.tsx';
import { type ChangeFormProps, ChangeSheet, isAboutPayment, useReady } from './change-sheet.tsx';
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
  return (
    <ChangeSheet
      open={open}
      onClose={onClose}
      title={t('assets.sheet.convertTitle')}
      submit={t('assets.sheet.confirmConvert')}
    >
      {(form) => <ConvertForm key={`${first} ${open}`} {...form} first={first} onDone={onClose} />}
    </ChangeSheet>
  );
}

interface FormProps extends ChangeFormProps {
  readonly first: PairName;
  readonly onDone: () => void;
}

function limitsOf(pair: Pair | undefined): Limits {
  const units = (amount: string | undefined) => unitsOf(amount ?? '0') ?? 0n;
  return { least: units(pair?.min), most: units(pair?.max), ...(pair?.from === 'points' && { decimals: 2 }) };
}

function ConvertForm({ id, info, first, onBusy, onReady, onDone }: FormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(first);
  const [typed, setTyped] = useState('');
  const amount = plainNumber(typed);
  const [payment, setPayment] = useState('');
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [intent] = useState(() => makeIntent());
  const pair = info.pairs.find(({ from, to }) => `${from}>${to}` === name);
  const limits = limitsOf(pair);
  const units = unitsOf(amount) ?? 0n;
  const free = name === 'balance>fuel' && units <= (unitsOf(info.change_free) ?? 0n);
  const ready =
    pair !== undefined && missesOf(amount, limits) === null && (free || (info.payment === 1 && payment.length === 6));
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

  const aboutPayment = isAboutPayment(refused);
  const unitOf = (account: Pair['from']) => (account === 'balance' ? 'USDT' : t(`assets.tabs.${account}`));
  return (
    <form id={id} onSubmit={(event) => void send(event)} noValidate>
      <Segment
        small
        label={t('assets.sheet.pair')}
        options={pairNames.map((value) => ({ value, label: t(`assets.sheet.pairs.${value}`) }))}
        value={name}
        onChange={(value) => change(() => setName(value))}
      />
      <div className="mt-4 mb-2">
        <AmountField
          limits={limits}
          has="hasConvert"
          value={typed}
          onValue={(text) => change(() => setTyped(text))}
          unit={unitOf(pair?.from ?? 'balance')}
          help={
            free && units > 0n ? t('assets.sheet.paymentFree', { amount: formatTrimmed(info.change_free) }) : undefined
          }
          refused={aboutPayment ? undefined : refused?.message}
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
                {formatTrimmed(textOfUnits(atRate(units, pair?.rate ?? '0')))} {unitOf(pair?.to ?? 'fuel')}
              </span>
            ),
            total: true,
          },
        ]}
      />
      {pair?.bonus_only === 1 ? <p className="t-meta c3 mt-2">{t('assets.sheet.bonusOnly')}</p> : null}
      {name === 'fuel>balance' && pair?.max === '0' && info.account.fuel_paid !== '0' ? (
        <div className="mt-3">
          <Note tone="warn">{t('assets.sheet.heldFuel')}</Note>
        </div>
      ) : null}
      {free ? null : (
        <div className="mt-4">
          <PaymentBoxes
            has={info.payment === 1}
            value={payment}
            onValue={(digits) => change(() => setPayment(digits))}
            error={aboutPayment ? refused?.message : undefined}
          />
        </div>
      )}
    </form>
  );
}
