// What the settings make of the present price: the ladder as a picture and a table, or the coming buys, and the figures
// that speak of money rather than of danger. It keeps its place while the values make no bot.
import type { PreviewFigure } from '@cormorant/core/strategy/preview.ts';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { Stat, Stats } from '../../../../ui/figure.tsx';
import { formatPrice } from '../../../../ui/figures.ts';
import { figureText } from '../figure-text.ts';
import { usePreviewWords } from '../preview-words.ts';
import type { Form } from '../use-form.ts';
import { isNear, LadderPicture, type LadderStep } from './ladder-picture.tsx';
import { PlanTable } from './plan-table.tsx';

/** Said in the card of the worst case. */
const ofWorstCase =
  /^(worst_|drop_covered|rise_covered|average_full|stop_price|fees|liquidation|funding_day|target_full|bounce_full|net_|qty|min_investment|initial)/;

export function LadderCard({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { outlook, view } = form;
  const preview = outlook?.preview;
  const steps = preview?.table ? stepsOf(preview.table) : [];
  const { tick } = view.symbol;
  const isOfTwo = preview?.table?.columns[0]?.unit === 'side';
  const calendar = preview?.table?.columns.some(({ key }) => key === 'at_ms') === true;
  const title = t(steps.length > 0 ? 'editor.ladder' : calendar ? 'editor.calendar' : 'editor.orders');
  return (
    <Card aria-label={title}>
      <CardHead title={title}>
        <span className="t-meta c3 num">{t('editor.atPrice', { price: formatPrice(view.last, tick) })}</span>
      </CardHead>
      {preview === undefined ? (
        <p className="t-meta c3 editor__nothing">{t('editor.noLadder')}</p>
      ) : (
        <>
          {steps.length === 0 ? null : isOfTwo ? (
            (['long', 'short'] as const).map((side) => (
              <section key={side} className="editor__side-of" aria-label={t(`legs.sides.${side}`)}>
                <h3 className={side === 'long' ? 't-meta up' : 't-meta down'}>{t(`legs.sides.${side}`)}</h3>
                <Picture
                  form={form}
                  steps={steps.filter((_, at) => preview.table?.rows[at]?.[0] === side)}
                  side={side}
                  bare={side === 'long'}
                />
              </section>
            ))
          ) : (
            <Picture form={form} steps={steps} />
          )}
          {preview.table ? <PlanTable table={preview.table} symbol={view.symbol} /> : null}
          {steps.length > 0 ? <p className="t-tag c3 editor__fee">{t('editor.bounceNote')}</p> : null}
          <Money form={form} figures={preview.figures.filter(({ key }) => !ofWorstCase.test(key))} />
        </>
      )}
    </Card>
  );
}

interface PictureProps {
  readonly form: Form;
  readonly steps: readonly LadderStep[];
  readonly side?: 'long' | 'short';
  /** The picture beneath says what its lines mean. */
  readonly bare?: boolean;
}

function Picture({ form, steps, side, bare = false }: PictureProps) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { outlook, view } = form;
  const lines = outlook?.preview.lines ?? [];
  const near = (price: string | null | undefined) => (price && isNear(steps, Number(price)) ? Number(price) : null);
  const of = (kind: string) => lines.filter((line) => line.kind === kind).at(side === 'short' ? -1 : 0)?.price;
  const stop = near(side === 'short' ? of('stop_loss') : outlook?.stopPrice);
  const liquidation = near(of('liquidation'));
  const legend = (['trigger', 'average', 'target', 'size'] as const).filter(
    (key) => key !== 'target' || steps.some(({ target }) => target > 0),
  );
  return (
    <>
      <LadderPicture
        steps={steps}
        stop={stop}
        liquidation={liquidation}
        language={language}
        label={t('editor.ladderLabel', {
          count: steps.length,
          from: formatPrice(String(steps[0]!.trigger), view.symbol.tick),
          to: formatPrice(String(steps.at(-1)!.trigger), view.symbol.tick),
        })}
      />
      {bare ? null : (
        <div className="legend editor__legend" aria-hidden="true">
          {legend.map((key) => (
            <span key={key}>
              <i className={`ladder__key ladder__key--${key}`} />
              {t(`editor.legend.${key}`)}
            </span>
          ))}
          {stop === null ? null : (
            <span>
              <i className="ladder__key ladder__key--stop" />
              {t('editor.legend.stop')}
            </span>
          )}
          {liquidation === null ? null : (
            <span>
              <i className="ladder__key ladder__key--liq" />
              {t('editor.legend.liquidation')}
            </span>
          )}
        </div>
      )}
    </>
  );
}

function Money({ form, figures }: { form: Form; figures: readonly PreviewFigure[] }) {
  const language = useTheme((entry) => entry.language);
  const words = usePreviewWords();
  if (figures.length === 0) return null;
  return (
    <div className="editor__gap">
      <Stats columns={figures.length === 4 ? 2 : 3}>
        {figures.map(({ key, unit, value, level }) => (
          <Stat key={key} label={words?.figureLabel(key, language) ?? ''}>
            <span className={level === 'bad' ? 'num cd' : 'num'}>{figureText(unit, value, form.view.symbol)}</span>
          </Stat>
        ))}
      </Stats>
    </div>
  );
}

/** Positions for the picture; empty when the table is no ladder of prices. */
function stepsOf(table: { columns: readonly { key: string }[]; rows: readonly (readonly (string | null)[])[] }) {
  const at = (...keys: string[]) => table.columns.findIndex(({ key }) => keys.includes(key));
  const [trigger, average, target, size] = [at('trigger'), at('average'), at('target'), at('order', 'amount')];
  if (trigger < 0 || average < 0 || size < 0 || table.rows.length < 2) return [];
  return table.rows.map(
    (row): LadderStep => ({
      trigger: Number(row[trigger]),
      average: Number(row[average]),
      target: target < 0 ? 0 : Number(row[target]),
      size: Number(row[size]),
    }),
  );
}
