// One result and the trades it is made of: gross − fees + funding = net, then each opening and closing trade with the part
// of it that belongs here, and what remainders and rounding leave, so that every sum can be checked by eye.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { copy } from '../../../../lib/copy.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Button } from '../../../../ui/button.tsx';
import { hiddenFigure, KeyValues } from '../../../../ui/figure.tsx';
import { formatSigned, formatTrimmed } from '../../../../ui/figures.ts';
import { Note, Tag } from '../../../../ui/marks.tsx';
import { Sheet } from '../../../../ui/overlays.tsx';
import { Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { coinsOf } from '../../grid-params.ts';
import { type BillDetail, type BillResult, billDetailQuery } from '../api/bill.ts';
import { Identity } from './bill-head.tsx';
import { ResultFundings, ResultLegs } from './result-legs.tsx';

export interface ResultSheetProps {
  readonly result: BillResult | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ResultSheet({ result, open, onClose }: ResultSheetProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { data, error, isFetching, refetch } = useQuery({
    ...billDetailQuery(result?.id ?? 0),
    enabled: open && result !== null,
  });
  if (result === null) return null;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('records.bill.detail')}
      foot={
        <>
          <Button icon="copy" onClick={() => void copy(String(result.id))}>
            {t('records.bill.copyId')}
          </Button>
          <Button tone="primary" onClick={() => void navigate(`/strategy/detail/${result.bot_id}`)}>
            {t('records.bill.toBot')}
          </Button>
        </>
      }
    >
      <p className="resulthead">
        <b>{result.bot_name}</b>
        <span className="c2">{result.symbol}</span>
        {result.type === 'arbitrage' ? <Tag>{t(`legs.market.${result.market}`)}</Tag> : null}
        <Tag>{t(`records.bill.purpose.${result.purpose}`)}</Tag>
        {result.simulated_market ? <Tag kind="sim">{t('simulated')}</Tag> : null}
        <span className="t-meta c3 num">{dayTime(result.settled_at)}</span>
      </p>
      {data?.adds_up === 0 ? (
        <Note tone="warn">{t('records.bill.addsNot', { id: result.id })}</Note>
      ) : (
        <Identity sum={{ ...result }} hidden={hidden} />
      )}
      {result.charge_id === undefined ? null : (
        <p className="resulthead">
          <span>{t('records.bill.fuel')}</span>
          <span className="num">{hidden ? hiddenFigure : formatTrimmed(result.fuel)}</span>
          <Button size="s" tone="soft" onClick={() => void navigate(`/my/charge/${result.charge_id}`)}>
            {t('team.charge.open')}
          </Button>
        </p>
      )}
      {data === undefined ? (
        error ? (
          <Failed small text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonRows count={2} label={t('ui.loading')} />
        )
      ) : (
        <>
          <ResultLegs detail={data} hidden={hidden} />
          <ResultFundings detail={data} hidden={hidden} />
          <Trades detail={data} hidden={hidden} />
        </>
      )}
    </Sheet>
  );
}

function Trades({ detail, hidden }: { detail: BillDetail; hidden: boolean }) {
  const { t } = useTranslation();
  const { fills, sums, complete, settlement } = detail;
  const shown = (value: string) => <span className="num">{hidden ? hiddenFigure : value}</span>;
  const signed = (value: string) =>
    formatSigned(value, 8)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  if (fills.length === 0) return <Note icon="info">{t('records.bill.incomplete')}</Note>;
  const { base } = coinsOf(settlement.symbol);
  const some = fills.some((fill) => fill.qty !== fill.part_qty);
  return (
    <>
      <h3 className="t-row mt-3 mb-2">{t('records.bill.fromTrades')}</h3>
      <KeyValues
        rows={[
          { label: t('records.bill.sold'), value: shown(formatTrimmed(sums.sold)) },
          { label: `− ${t('records.bill.bought')}`, value: shown(formatTrimmed(sums.bought)) },
          { label: `+ ${t('records.bill.rest')}`, value: shown(signed(sums.value_rest)) },
          { label: `= ${t('records.bill.gross')}`, value: shown(signed(settlement.gross)), total: true },
          { label: t('records.bill.fees'), value: shown(formatTrimmed(sums.fees)) },
          ...(Number(sums.fee_rest) === 0
            ? []
            : [{ label: `+ ${t('records.bill.rest')}`, value: shown(signed(sums.fee_rest)) }]),
        ]}
      />
      {(['entry', 'exit'] as const).map((leg) => (
        <section key={leg} className="mt-3">
          <h3 className="t-row">{t(leg === 'entry' ? 'records.bill.entries' : 'records.bill.exits')}</h3>
          <ul className="legs">
            {fills
              .filter((fill) => fill.leg === leg)
              .map((fill, at) => (
                <li key={`${leg}-${at}`}>
                  <span className={`event__icon event__icon--${fill.side}`} aria-hidden="true">
                    {t(fill.side === 'buy' ? 'bots.logs.buyMark' : 'bots.logs.sellMark')}
                  </span>
                  <span className="row__body">
                    <b className="num">
                      {t(fill.side === 'buy' ? 'bots.logs.bought' : 'bots.logs.sold', {
                        qty: formatTrimmed(fill.part_qty),
                        price: formatTrimmed(fill.price),
                      })}
                    </b>
                    <span className="t-meta c3 num">
                      {[
                        dayTime(fill.at),
                        ...(fill.qty === fill.part_qty
                          ? []
                          : [
                              t('records.bill.part', {
                                part: formatTrimmed(fill.part_qty),
                                whole: formatTrimmed(fill.qty),
                                coin: base,
                              }),
                            ]),
                      ].join(' · ')}
                    </span>
                  </span>
                  <span className="legs__end num">
                    {shown(formatTrimmed(fill.part_value))}
                    <span className="t-meta c3">
                      {t('records.bill.fee')} {shown(formatTrimmed(fill.part_fee))}
                    </span>
                  </span>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {some ? <p className="t-meta c3 mt-2">{t('records.bill.partHelp')}</p> : null}
      {complete === 0 ? <Note icon="info">{t('records.bill.incomplete')}</Note> : null}
    </>
  );
}
