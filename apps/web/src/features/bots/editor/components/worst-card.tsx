// The worst case before a start and beside the form: what all orders and the stop lose of the investment, how far the
// plan reaches, where it is liquidated, and whether it would have lived through the pair's worst days.
import type { PreviewFigure } from '@cormorant/core/strategy/preview.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { KeyValues } from '../../../../ui/figure.tsx';
import { formatPercent, formatPrice, formatUsdt, missing } from '../../../../ui/figures.ts';
import { Note, Tag } from '../../../../ui/marks.tsx';
import { plainNumber } from '../../../../ui/typed-number.ts';
import type { Outlook } from '../assistant.ts';
import { figureText } from '../figure-text.ts';
import { pastWords, type Tone, toneOfMove } from '../past-words.ts';
import { usePreviewWords } from '../preview-words.ts';
import type { Form } from '../use-form.ts';

const figureOrder = [
  'drop_covered',
  'rise_covered',
  'worst_loss_both',
  'stop_price_long',
  'stop_price_short',
  'average_full',
  'target_full',
  'liquidation',
  'liquidation_full',
  'liquidation_now_long',
  'liquidation_long',
  'liquidation_now_short',
  'liquidation_short',
  'fees',
  'fees_open',
];

export function WorstCard({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { outlook } = form;
  return (
    <Card aria-label={t('editor.worstCase.title')} className="editor__worstcard">
      <CardHead title={t('editor.worstCase.title')}>
        <Tag kind="w">{t('editor.worstCase.read')}</Tag>
      </CardHead>
      {outlook === null ? (
        <p className="t-meta c3 editor__nothing">{t('editor.noLadder')}</p>
      ) : (
        <>
          <WorstLoss form={form} outlook={outlook} />
          <hr className="divider editor__rule" />
          <Figures form={form} outlook={outlook} />
          <Moves outlook={outlook} ranged={form.type.type === 'grid'} />
          <Notes outlook={outlook} />
        </>
      )}
    </Card>
  );
}

/** The loss, its bar, and what of the investment it is: the editor's and the confirmation's words are the same. */
export function WorstLoss({ form, outlook }: { form: Form; outlook: Outlook }) {
  const { t } = useTranslation();
  const { worstLoss, worstPercent } = outlook;
  const investment = plainNumber(form.values['investment'] ?? '');
  const share = Math.min(1, Number(worstPercent) / 100);
  return (
    <div data-worst={worstLoss ?? ''}>
      <div className="between editor__loss">
        <span className="t-body c2">{t('editor.worstCase.loss')}</span>
        <b className="t-title num down">{worstLoss === null ? missing : `\u2212${formatUsdt(worstLoss)} USDT`}</b>
      </div>
      <div className="bar editor__bar" aria-hidden="true">
        <i className="editor__lost" style={{ flex: share }} />
        <i className="n" style={{ flex: 1 - share }} />
      </div>
      <div className="between t-meta c3 num">
        <span>
          {worstPercent === null ? null : t('editor.worstCase.share', { percent: formatPercent(worstPercent) })}
        </span>
        <span>{t('editor.worstCase.invested', { amount: formatUsdt(investment) })}</span>
      </div>
      {outlook.stopPrice === null ? <p className="t-meta cd">{t('editor.worstCase.allMay')}</p> : null}
    </div>
  );
}

function Figures({ form, outlook }: { form: Form; outlook: Outlook }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const words = usePreviewWords();
  const { symbol } = form.view;
  const byKey = new Map(outlook.preview.figures.map((figure) => [figure.key, figure]));
  const known = figureOrder.flatMap((key): PreviewFigure[] => {
    const figure = byKey.get(key);
    return figure === undefined || isOfNothing(figure) ? [] : [figure];
  });
  const rows = known.map(({ key, unit, value, level }) => ({
    label: words?.figureLabel(key, language) ?? '',
    value: (
      <span className={level === 'bad' ? 'num cd' : 'num'}>
        {key.endsWith('_covered')
          ? reachText(form, outlook, key, value)
          : `${key === 'worst_loss_both' ? '\u2212' : ''}${figureText(unit, value, symbol)}`}
        {unit === 'quote' && value !== null ? ' USDT' : ''}
      </span>
    ),
  }));
  const price = (value: string | null) => (
    <span className="num">{value ? formatPrice(value, symbol.tick) : missing}</span>
  );
  const after = known.findIndex(({ key }) => /^(liq|fee)/.test(key));
  // Both sides have named theirs.
  if (!byKey.has('stop_price_long'))
    rows.splice(after < 0 ? rows.length : after, 0, {
      label: t('editor.worstCase.stop'),
      value: price(outlook.stopPrice),
    });
  if (outlook.breakEven !== null)
    rows.push({ label: t('editor.worstCase.breakEven'), value: price(outlook.breakEven) });
  if (outlook.fundingDay !== null) {
    rows.push({
      label: t('editor.worstCase.funding'),
      value: <span className="num">{fundingText(t, outlook.fundingDay)}</span>,
    });
  }
  return <KeyValues rows={rows} />;
}

/** Of a side that holds nothing at the start: no price can take it then. */
function isOfNothing({ key, value }: PreviewFigure): boolean {
  return value === null && key.includes('_now_');
}

/** Minus for a long, plus for a short: the way that hurts; and the price it reaches. */
function reachText(form: Form, outlook: Outlook, key: string, value: string | null): string {
  if (value === null) return missing;
  const { direction } = form.values;
  const rises = key === 'rise_covered';
  const sign = rises ? '+' : '\u2212';
  // Of both sides the long one is drawn first.
  const { lines } = outlook.preview;
  const half = direction === 'dual' ? lines.length / 2 : lines.length;
  const own = direction === 'dual' && rises ? lines.slice(half) : lines.slice(0, half);
  const last = own.findLast(({ kind }) => kind === 'add' || kind === 'entry');
  const end = last ? ` (${formatPrice(last.price, form.view.symbol.tick)})` : '';
  return `${sign}${formatPercent(value)}${end}`;
}

function fundingText(t: TFunction, fundingDay: string): string {
  if (Number(fundingDay) === 0) return `${formatUsdt('0')} USDT`;
  const received = fundingDay.startsWith('-');
  return t(received ? 'editor.worstCase.receives' : 'editor.worstCase.pays', {
    amount: formatUsdt(fundingDay.replace('-', '')),
  });
}

const toneClasses: Readonly<Record<Tone, string>> = { good: 'cp', plain: 'c2', warn: 'cw', danger: 'cd' };

function Moves({ outlook, ranged }: { outlook: Outlook; ranged: boolean }) {
  const { t } = useTranslation();
  const said = pastWords(outlook.moves, ranged);
  if (said === null) return null;
  return (
    <div className="editor__moves">
      <div className="t-meta c2">{t('editor.worstCase.past')}</div>
      <KeyValues
        rows={outlook.moves.map((move, at) => ({
          label: t(`editor.worstCase.${move.way}`, { days: move.days }),
          value: (
            <span className={toneClasses[toneOfMove(move)]}>
              <span className="num">{formatPercent(move.move)}</span>{' '}
              {t(`editor.worstCase.verdict.${said.verdicts[at]!}`)}
            </span>
          ),
        }))}
      />
      <p className={`t-meta ${toneClasses[said.tone]}`} role="status">
        {t(`editor.worstCase.says.${said.key}`, { amount: formatUsdt(outlook.worstLoss) })}
      </p>
    </div>
  );
}

function Notes({ outlook }: { outlook: Outlook }) {
  const language = useTheme((entry) => entry.language);
  const words = usePreviewWords();
  // The moves above say it day by day, and the loss says that no stop ends it.
  const notes = outlook.preview.notes.filter(({ key }) => !/beyond_ladder|no_stop/.test(key));
  if (notes.length === 0 || words === undefined) return null;
  return (
    <div className="stack editor__notes">
      {notes.map(({ key, level, data }, index) =>
        level === 'bad' ? (
          <Note key={`${key}-${index}`} tone="danger">
            {words.previewNote(key, data, language)}
          </Note>
        ) : (
          <p key={`${key}-${index}`} className="t-meta c2">
            {words.previewNote(key, data, language)}
          </p>
        ),
      )}
    </div>
  );
}
