// What an arbitrage would be at the present prices and rates. Funding: the yearly rate before costs with the costs beside
// it, the days until funding has paid them, both legs and what each wallet must hold. Triangular and cross: the way the
// money goes, what it would bring now, and how often that was enough.
import type { PreviewFigure } from '@cormorant/core/strategy/preview.ts';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { KeyValues } from '../../../../ui/figure.tsx';
import { addDecimals, formatPercent, formatPrice, formatTrimmed, formatUsdt, missing } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Note } from '../../../../ui/marks.tsx';
import type { Outlook } from '../assistant.ts';
import { figureText } from '../figure-text.ts';
import { usePreviewWords } from '../preview-words.ts';
import type { Form } from '../use-form.ts';
import { CrossPart } from './cross-part.tsx';

interface PartProps {
  readonly form: Form;
  readonly outlook: Outlook;
}

export function LegsCard({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { outlook, view, values } = form;
  const funding = values['kind'] === 'funding';
  const title = t(funding ? 'legs.preview.funding' : 'legs.preview.race');
  return (
    <Card aria-label={title}>
      <CardHead title={title}>
        <span className="t-meta c3 num">
          {t('editor.atPrice', { price: formatPrice(view.last, view.symbol.tick) })}
        </span>
      </CardHead>
      {outlook === null ? (
        <p className="t-meta c3 editor__nothing">{t('legs.preview.none')}</p>
      ) : (
        <div className="stack">
          {funding ? <Funding form={form} outlook={outlook} /> : <Race form={form} outlook={outlook} />}
          <Notes outlook={outlook} />
        </div>
      )}
    </Card>
  );
}

export function figureOf({ preview }: Outlook, key: string): PreviewFigure | undefined {
  return preview.figures.find((figure) => figure.key === key);
}

function Funding({ form, outlook }: PartProps) {
  const { t } = useTranslation();
  const value = (key: string) => figureOf(outlook, key)?.value ?? null;
  const apr = value('apr');
  const negative = apr?.startsWith('-') === true;
  return (
    <>
      <div className="legs__heroes">
        <div>
          <div className="t-meta c3">{useLabel('apr')}</div>
          <div className="t-title num">{formatPercent(apr)}</div>
        </div>
        <div>
          <div className="t-meta c3">{t('legs.preview.costs')}</div>
          <div className="t-title num">{formatPercent(value('fees_round'))}</div>
          <div className="t-tag c3 num">
            {t('legs.preview.costsAmount', { amount: formatUsdt(value('fees_open')) })}
          </div>
        </div>
      </div>
      <BreakEven days={value('break_even_days')} limit={form.values['max_breakeven_days'] ?? ''} negative={negative} />
      <LegTable form={form} outlook={outlook} />
      <Wallets form={form} outlook={outlook} />
      <p className="t-tag c3">{t('legs.preview.aprNote')}</p>
    </>
  );
}

/** A bar up to the days it may take; past them it is full and amber. */
function BreakEven({ days, limit, negative }: { days: string | null; limit: string; negative: boolean }) {
  const { t } = useTranslation();
  const share = days === null ? 1 : Math.min(1, Number(days) / Math.max(1, Number(limit)));
  const late = days === null || Number(days) > Number(limit);
  const text =
    days === null
      ? t(negative ? 'legs.preview.never' : 'legs.preview.unknown')
      : t('legs.preview.daysOf', { days: formatTrimmed(days, 2), limit });
  return (
    <div>
      <div className="between t-meta">
        <span className="c2">{t('legs.preview.days')}</span>
        <b className={cx('num', late && 'cw')}>{text}</b>
      </div>
      <div className={cx('progress', 'legs__days', late && 'legs__days--late')} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

function LegTable({ form, outlook }: PartProps) {
  const { t } = useTranslation();
  const notional = figureOf(outlook, 'notional')?.value ?? null;
  const margin = figureOf(outlook, 'margin')?.value ?? null;
  return (
    <table className="table legs__plan">
      <thead>
        <tr>
          <th scope="col">{t('legs.preview.leg')}</th>
          <th scope="col">{t('legs.preview.notional')}</th>
          <th scope="col">{t('legs.preview.money')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            {t('legs.market.spot')} <span className="up">{t('legs.side.long')}</span>
          </td>
          <td>{formatUsdt(notional)}</td>
          <td>{formatUsdt(notional)}</td>
        </tr>
        <tr>
          <td>
            {t('legs.market.futures')} <span className="down">{t('legs.side.short')}</span>{' '}
            {form.values['leverage'] ?? ''}x
          </td>
          <td>{formatUsdt(notional)}</td>
          <td>{formatUsdt(margin)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Money is never transferred by the bot, so that each wallet must hold its own part. */
function Wallets({ form, outlook }: PartProps) {
  const { t } = useTranslation();
  const { shares } = outlook;
  const free = form.view.legs?.free;
  if (shares === null || free === undefined) return null;
  const wallets = (['spot', 'futures'] as const).map((market) => {
    const left = free[market] === null ? null : addDecimals([free[market], `-${shares[market]}`]);
    return { market, left, need: shares[market], free: free[market] };
  });
  const held = form.isLocked('investment');
  return (
    <>
      <KeyValues
        rows={wallets.map(({ market, need, free: amount }) => ({
          label: t('legs.preview.wallet', { market: t(`legs.market.${market}`) }),
          value: (
            <span className="num">
              {formatUsdt(need)}{' '}
              {amount === null ? null : (
                <span className="t-meta c3">{t('legs.preview.free', { amount: formatUsdt(amount) })}</span>
              )}
            </span>
          ),
        }))}
      />
      {wallets.map(({ market, left }) =>
        left?.startsWith('-') && !held ? (
          <Note key={market} tone="warn" live>
            {t('legs.preview.short', { market: t(`legs.market.${market}`), amount: formatUsdt(left.slice(1)) })}
          </Note>
        ) : null,
      )}
    </>
  );
}

function Race({ form, outlook }: PartProps) {
  const { t } = useTranslation();
  const { view, values } = form;
  const triangular = values['kind'] === 'triangular';
  const text = (key: string) => {
    const figure = figureOf(outlook, key);
    return figure === undefined ? missing : figureText(figure.unit, figure.value, view.symbol);
  };
  const chances = figureOf(outlook, 'chances_day')?.value ?? null;
  return (
    <>
      {triangular && view.legs?.triangle === null ? (
        <Note tone="warn" live>
          {t('legs.preview.noTriangle', { coin: view.symbol.base, via: values['via'] ?? '' })}
        </Note>
      ) : triangular ? (
        <div className="legs__ways">
          <Way form={form} outlook={outlook} way="forward" />
          <Way form={form} outlook={outlook} way="back" />
        </div>
      ) : (
        <CrossPart form={form} />
      )}
      <KeyValues
        rows={[
          ...(triangular
            ? [
                {
                  label: t('legs.preview.chances'),
                  value: (
                    <span className="num">
                      {chances === null ? t('legs.preview.chancesUnknown') : formatTrimmed(chances, 2)}
                    </span>
                  ),
                },
              ]
            : []),
          { label: t('legs.preview.least'), value: <span className="num">{text('min_profit')}</span> },
          { label: t('legs.preview.perTrade'), value: <span className="num">{text('max_order')} USDT</span> },
        ]}
      />
    </>
  );
}

function Way({ form, outlook, way }: PartProps & { way: 'forward' | 'back' }) {
  const { t } = useTranslation();
  const { base, quote } = form.view.symbol;
  const via = form.values['via'] ?? '';
  const figure = figureOf(outlook, `net_${way}`);
  const coins = way === 'forward' ? [quote, via, base, quote] : [quote, base, via, quote];
  return (
    <div className="legs__way">
      <div className="t-meta c3">{t(`legs.preview.way.${way}`)}</div>
      <div className="legs__path">
        {coins.map((coin, at) => (
          <span key={`${coin}-${at}`} className="hstack">
            {at === 0 ? null : <Icon name="right" size="xs" />}
            {coin}
          </span>
        ))}
      </div>
      <div className={cx('t-meta num', figure?.level === 'good' ? 'up' : 'c2')}>
        {t('legs.preview.best', { percent: figure?.value ? formatPercent(figure.value, 3) : missing })}
      </div>
    </div>
  );
}

/** What the server warns of in sentences stands in the figures here. */
const toldInFigures: ReadonlySet<string> = new Set(['arb_fees', 'arb_breakeven', 'arb_liquidation']);

function Notes({ outlook }: { outlook: Outlook }) {
  const language = useTheme((entry) => entry.language);
  const words = usePreviewWords();
  if (words === undefined) return null;
  return outlook.preview.notes
    .filter(({ key }) => !toldInFigures.has(key))
    .map(({ key, level, data }) => (
      <Note key={key} {...(level === 'plain' ? { icon: 'info' as const } : { tone: 'warn' as const })}>
        {words.previewNote(key, data, language)}
      </Note>
    ));
}

function useLabel(key: string): string {
  const language = useTheme((entry) => entry.language);
  return usePreviewWords()?.figureLabel(key, language) ?? '';
}
