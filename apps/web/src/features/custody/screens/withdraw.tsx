// Taking out: where to and how much, what of it arrives, the payment password, and then how it stands. Whatever keeps a
// person from it is said before anything is typed, with the way out.
import type { Withdrawal, WithdrawInfo } from '@cormorant/contract/entities/custody.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { canPaste, paste } from '../../../lib/copy.ts';
import { spanText, useSecondsLeft } from '../../../lib/countdown.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { DecimalField, Field } from '../../../ui/field.tsx';
import { Hero, KeyValues } from '../../../ui/figure.tsx';
import { formatTrimmed, formatUsdt } from '../../../ui/figures.ts';
import { Header } from '../../../ui/header.tsx';
import { Note, Pill } from '../../../ui/marks.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { dayOf } from '../../../ui/times.ts';
import { withdrawInfoQuery } from '../api/custody.ts';
import { AddressBook } from '../components/address-book.tsx';
import { ExplorerLink } from '../components/explorer-link.tsx';
import { NetworkHead } from '../components/network-head.tsx';
import { PaySheet } from '../components/pay-sheet.tsx';
import { ShownAddress } from '../components/shown-address.tsx';
import { SimilarSheet } from '../components/similar-sheet.tsx';
import { WithdrawRecords, withdrawKinds } from '../components/withdraw-records.tsx';
import { useWithdrawForm } from '../use-withdraw-form.ts';

export function Withdraw() {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const back = useBack('/my');
  const info = useQuery(withdrawInfoQuery(language));
  return (
    <main className="screen screen--action custody">
      <Header title={t('custody.withdraw.title')} onBack={back} />
      <div className="page">
        {info.data !== undefined ? (
          <Parts info={info.data} />
        ) : info.error !== null ? (
          <Failed text={(info.error as ApiError).message} busy={info.isFetching} onRetry={() => void info.refetch()} />
        ) : (
          <section className="card stack" role="status" aria-label={t('ui.loading')}>
            <Skeleton width="40%" />
            <Skeleton height={48} />
            <Skeleton width="40%" />
            <Skeleton height={48} />
            <Skeleton height={72} />
          </section>
        )}
      </div>
    </main>
  );
}

function Parts({ info }: { readonly info: WithdrawInfo }) {
  const form = useWithdrawForm(info);
  const { t } = useTranslation();
  const left = useSecondsLeft(info.hold_until ?? 0);
  const underWay = info.records.some(({ status }) => ['waiting', 'running'].includes(withdrawKinds[status]));
  const blocked = info.enabled === 0 || left > 0 || info.payment === 0 || underWay;
  // The row that came back grows old; the list has the same one as it stands now.
  const made = form.made && (info.records.find(({ id }) => id === form.made?.id) ?? form.made);
  return (
    <>
      <Blocks info={info} holdSeconds={left} underWay={underWay && made === null} />
      {made ? (
        <Result made={made} onAgain={form.again} blocked={blocked} />
      ) : (
        <Form info={info} form={form} blocked={blocked} />
      )}
      <WithdrawRecords records={info.records} />
      {made ? null : (
        <div className="actionbar">
          <Button tone="primary" size="l" block disabled={blocked} onClick={form.next}>
            {t('custody.withdraw.next')}
          </Button>
        </div>
      )}
      <PaySheet
        open={form.asking}
        onClose={form.close}
        network={`${info.networks[0]?.network ?? ''} · ${info.networks[0]?.chain_id ?? ''}`}
        address={form.address.trim()}
        amount={form.amount}
        fee={info.fee}
        receive={form.receive ?? '0'}
        busy={form.busy}
        error={form.problems.payment}
        onPay={(payment) => void form.pay(payment)}
      />
      <SimilarSheet
        address={form.address.trim()}
        similar={form.similar}
        busy={form.busy}
        error={form.problems.payment}
        onConfirm={() => void form.confirm()}
        onReject={form.reject}
      />
    </>
  );
}

interface BlocksProps {
  readonly info: WithdrawInfo;
  readonly holdSeconds: number;
  readonly underWay: boolean;
}

/** Why nothing can be withdrawn now. */
function Blocks({ info, holdSeconds, underWay }: BlocksProps) {
  const { t } = useTranslation();
  const go = useNavigate();
  if (info.enabled === 0) return <Note tone="warn">{t('custody.withdraw.closed')}</Note>;
  if (holdSeconds > 0) return <Note tone="warn">{t('custody.withdraw.held', { time: spanText(t, holdSeconds) })}</Note>;
  if (info.payment === 0) {
    const action = { label: t('custody.withdraw.setPayment'), onPress: () => void go('/my/password/payment') };
    return (
      <Note tone="warn" action={action}>
        {t('custody.withdraw.noPayment')}
      </Note>
    );
  }
  return underWay ? <Note tone="info">{t('custody.withdraw.underWay')}</Note> : null;
}

interface FormProps {
  readonly info: WithdrawInfo;
  readonly form: ReturnType<typeof useWithdrawForm>;
  readonly blocked: boolean;
}

function Form({ info, form, blocked }: FormProps) {
  const { t } = useTranslation();
  const [network] = info.networks;
  return (
    <>
      {form.problems.whole ? (
        <Note tone="danger" live>
          {form.problems.whole}
        </Note>
      ) : null}
      <Card>
        {network === undefined ? null : <NetworkHead network={network} />}
        <AddressField info={info} form={form} blocked={blocked} />
        <DecimalField
          label={t('custody.withdraw.amount')}
          hint={
            <span className="t-meta c2">
              {t('custody.withdraw.available', { amount: formatUsdt(info.available) })}{' '}
              <button
                type="button"
                className="link link--p"
                disabled={blocked}
                onClick={() => form.setAmount(formatTrimmed(info.available).replaceAll(',', ''))}
              >
                {t('custody.withdraw.all')}
              </button>
            </span>
          }
          error={form.problems.amount}
          value={form.typed}
          onValue={form.setAmount}
          unit="USDT"
          disabled={blocked}
        />
        <KeyValues
          rows={[
            { label: t('custody.withdraw.fee'), value: `${formatUsdt(info.fee)} USDT` },
            { label: t('custody.withdraw.receive'), value: `${formatUsdt(form.receive)} USDT`, total: true },
          ]}
        />
      </Card>
      <Card tight>
        <KeyValues
          rows={[
            { label: t('custody.withdraw.limits'), value: `${formatTrimmed(info.min)} – ${formatTrimmed(info.max)}` },
            { label: t('custody.withdraw.dailyLeft'), value: formatUsdt(form.dailyLeft) },
            { label: t('custody.withdraw.time'), value: info.eta_text },
          ]}
        />
      </Card>
      <Note tone="warn">{t('custody.withdraw.mind', { network: network?.network ?? 'BEP20' })}</Note>
    </>
  );
}

function AddressField({ info, form, blocked }: FormProps) {
  const { t } = useTranslation();
  const [book, setBook] = useState(false);
  const known = info.addresses.find(({ address }) => address.toLowerCase() === form.address.trim().toLowerCase());
  const usual =
    known?.similar === undefined ? (
      known && t('custody.withdraw.usual', { label: known.label, day: dayOf(known.last_used_at) })
    ) : (
      <span className="custody__warns">{t('custody.similar.mark')}</span>
    );
  return (
    <>
      <Field
        label={t('custody.withdraw.address')}
        error={form.problems.address}
        help={usual ?? ''}
        value={form.address}
        onValue={form.setAddress}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        disabled={blocked}
        end={
          <>
            {canPaste() ? (
              <IconButton
                icon="copy"
                label={t('custody.paste')}
                disabled={blocked}
                onClick={() => void paste().then((text) => text && form.setAddress(text.trim()))}
              />
            ) : null}
            <IconButton icon="user" label={t('custody.book.title')} disabled={blocked} onClick={() => setBook(true)} />
          </>
        }
      />
      {known === undefined && form.isWhole ? (
        <Field
          label={t('custody.withdraw.label')}
          value={form.label}
          onValue={form.setLabel}
          maxLength={20}
          autoComplete="off"
        />
      ) : null}
      <AddressBook
        open={book}
        onClose={() => setBook(false)}
        addresses={info.addresses}
        onChoose={(address) => {
          form.setAddress(address);
          setBook(false);
        }}
      />
    </>
  );
}

function Result({ made, blocked, onAgain }: { made: Withdrawal; blocked: boolean; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Card aria-label={t('custody.withdraw.result')}>
      <CardHead title={t('custody.withdraw.result')}>
        <Pill kind={withdrawKinds[made.status]}>{t(`custody.withdraw.state.${made.status}`)}</Pill>
      </CardHead>
      <div>
        <p className="t-meta c3">{t('custody.withdraw.receive')}</p>
        <Hero value={made.receive} unit="USDT" small />
      </div>
      <KeyValues
        rows={[
          { label: t('custody.withdraw.number'), value: made.sn },
          { label: t('custody.address'), value: <ShownAddress address={made.address} /> },
          { label: t('custody.withdraw.fee'), value: `${formatUsdt(made.fee)} USDT` },
        ]}
      />
      <p className="t-meta c2">{t(`custody.withdraw.says.${made.status}`)}</p>
      {made.txid === undefined ? null : <ExplorerLink explorer={made.explorer} txid={made.txid} />}
      <Button tone="soft" block disabled={blocked} onClick={onAgain}>
        {t('custody.withdraw.another')}
      </Button>
    </Card>
  );
}
