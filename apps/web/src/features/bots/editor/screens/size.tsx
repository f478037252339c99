// The position-sizing calculator: the orders of a ladder or the lines of a grid from a first order or from a capital, with
// the worst case. It asks for symbols and prices only, and hands its values to the editor as that category's draft.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { Exchange, MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSearchParams, useNavigate, useSearchParams } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { botTypesQuery, exchangesQuery, symbolsQuery } from '../../../../lib/queries.ts';
import { useTicker } from '../../../../lib/socket/live.ts';
import { cachedDraft, keepDraft } from '../../../../lib/stores/drafts.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useWide } from '../../../../lib/use-wide.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { Chips, Segment } from '../../../../ui/choice.tsx';
import { formatUsdt } from '../../../../ui/figures.ts';
import { Note } from '../../../../ui/marks.tsx';
import { plainNumber } from '../../../../ui/typed-number.ts';
import { assistantQuery, sizeCoreQuery } from '../api/editor-queries.ts';
import type { Assistant, MarketView } from '../assistant.ts';
import { BaseField, leftOver } from '../components/base-field.tsx';
import { InvestmentField } from '../components/investment-field.tsx';
import { LadderCard } from '../components/ladder-card.tsx';
import { PairCard } from '../components/market-head.tsx';
import { PairSheet } from '../components/pair-sheet.tsx';
import { ResultsCard } from '../components/results-card.tsx';
import { SelectField } from '../components/select-field.tsx';
import { WorstCard } from '../components/worst-card.tsx';
import { EditorFrame } from '../editor-frame.tsx';
import { defaultsOf, isShown, type Values } from '../field-rules.ts';
import { type SizeCore, sizedType, solveFirst } from '../size-form.ts';
import { type Form, useForm } from '../use-form.ts';

const sizedKinds: ReadonlySet<string> = new Set(['martin', 'grid']);

export function Size() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const language = useTheme((entry) => entry.language);
  const types = useQuery(botTypesQuery(language));
  const exchanges = useQuery(exchangesQuery());
  const offered = types.data?.list.filter((type) => type.enabled === 1 && sizedKinds.has(type.type));
  const type = offered?.find(({ code }) => code === search.get('type')) ?? offered?.[0];
  const open = exchanges.data?.exchanges.filter(({ status, trade }) => status === 'on' && trade === 1);
  const exchange = open?.find(({ code }) => code === search.get('exchange')) ?? open?.[0];
  const symbols = useQuery({
    ...symbolsQuery(exchange?.code ?? '', type?.market ?? 'spot'),
    enabled: exchange !== undefined && type !== undefined,
  });
  const symbol =
    symbols.data?.list.find((one) => one.symbol === search.get('symbol')) ??
    symbols.data?.list.toSorted((a, b) => b.hot - a.hot)[0];
  const assistant = useQuery(assistantQuery(type?.type));
  const core = useQuery(sizeCoreQuery());
  const failed = [types, exchanges, symbols, assistant, core].find(({ data, error }) => data === undefined && error);
  const retry = () => void Promise.all([types, exchanges, symbols, assistant, core].map((query) => query.refetch()));
  if (symbols.data && symbol === undefined) return <EditorFrame title={t('size.title')} empty={t('editor.noPairs')} />;
  if (!type || !exchange || !symbol || !assistant.data || !core.data || !symbol.last) {
    return <EditorFrame title={t('size.title')} failed={(failed?.error ?? null) as ApiError | null} onRetry={retry} />;
  }
  const choose = (change: Record<string, string>) =>
    setSearch({ exchange: exchange.code, type: type.code, symbol: symbol.symbol, ...change }, { replace: true });
  return (
    <EditorFrame title={t('size.title')}>
      <Calculator
        key={`${exchange.code}/${type.code}/${symbol.symbol}`}
        type={type}
        types={offered ?? []}
        exchange={exchange}
        exchanges={open ?? []}
        symbol={symbol}
        symbols={symbols.data!.list}
        assistant={assistant.data}
        core={core.data}
        onChoose={choose}
      />
    </EditorFrame>
  );
}

interface CalculatorProps {
  readonly type: BotType;
  readonly types: readonly BotType[];
  readonly exchange: Exchange;
  readonly exchanges: readonly Exchange[];
  readonly symbol: MarketSymbol;
  readonly symbols: readonly MarketSymbol[];
  readonly assistant: Assistant;
  readonly core: SizeCore;
  readonly onChoose: (change: Record<string, string>) => void;
}

function Calculator(props: CalculatorProps) {
  const { type, types, exchange, exchanges, symbol, symbols, assistant, core, onChoose } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const wide = useWide();
  const quote = useTicker(symbol.exchange, symbol.market, symbol.symbol);
  const last = quote?.last ?? symbol.last!;
  const view = useMemo<MarketView>(
    () => ({
      ...{ symbol, last, available: null, holding: false, hours: [], worst: null, funding: null, legs: null },
      nowMs: Date.now(),
    }),
    [symbol, last],
  );
  const sized = useMemo(() => sizedType(type), [type]);
  const [draft] = useState(() => ownDraft(type, exchange, symbol));
  const [initial] = useState<Values>(() => {
    const defaults = defaultsOf(type.fields);
    const filled = assistant.preset('balanced', type.fields, defaults, view);
    return { ...defaults, ...filled, ...draft };
  });
  const form = useForm({
    type: sized,
    assistant,
    view,
    initial,
    initialPreset: 'custom',
    locked: noneLocked,
    readOnly: false,
  });
  const [by, setBy] = useState<'first' | 'capital'>('first');
  const [picking, setPicking] = useState(false);
  const ladder = type.type === 'martin';
  const solved = ladder && by === 'capital' ? solveFirst(core, form.values, view) : null;
  useSolved(form, solved?.first);

  function apply() {
    keepDraft(type.code, { exchange: exchange.code, symbol: symbol.symbol, values: form.values });
    const query = createSearchParams({ symbol: symbol.symbol });
    void navigate(`/strategy/martin/${exchange.code}/${type.code}?${query}`);
  }

  const outcome = (
    <>
      {ladder ? <LadderCard form={form} /> : <ResultsCard form={form} />}
      <WorstCard form={form} />
      <p className="riskline">{t('riskLine')}</p>
    </>
  );
  return (
    <>
      <div className="page editor__page">
        <div className="editor__column">
          <p className="t-meta c2">{t('size.intro')}</p>
          {exchanges.length > 1 ? (
            <Chips
              label={t('bots.list.exchange')}
              options={exchanges.map(({ code, name }) => ({ value: code, label: name }))}
              value={exchange.code}
              onChange={(code) => onChoose({ exchange: code })}
            />
          ) : null}
          <Card>
            <div className="fields editor__fields">
              <div className="wide">
                <SelectField
                  name="type"
                  label={t('size.kind')}
                  options={types.map(({ code, name }) => ({ value: code, label: name }))}
                  value={type.code}
                  onValue={(code) => onChoose({ type: code })}
                />
              </div>
            </div>
          </Card>
          <PairCard symbol={symbol} error={undefined} onPick={() => setPicking(true)} />
          <Card aria-label={t('size.inputs')}>
            <CardHead title={t('size.inputs')} />
            <div className="stack">
              {ladder ? (
                <Segment
                  label={t('size.by')}
                  options={[
                    { value: 'first', label: t('size.byFirst') },
                    { value: 'capital', label: t('size.byCapital') },
                  ]}
                  value={by}
                  onChange={setBy}
                />
              ) : null}
              <Inputs form={form} solved={by === 'capital'} />
              {solved === null ? null : solved.least === null ? (
                <p className="t-meta c2 num" role="status">
                  {t('size.solved', {
                    capital: formatUsdt(plainNumber(form.values['investment'] ?? '')),
                    first: formatUsdt(solved.first),
                  })}
                </p>
              ) : (
                <Note tone="warn">{t('size.tooSmall', { min: formatUsdt(solved.least) })}</Note>
              )}
            </div>
          </Card>
          {wide ? null : outcome}
        </div>
        {wide ? <aside className="editor__column editor__side">{outcome}</aside> : null}
      </div>
      <div className="actionbar">
        <Button size="l" tone="primary" onClick={apply}>
          {t('size.apply')}
        </Button>
      </div>
      <PairSheet
        open={picking}
        symbols={symbols}
        chosen={symbol.symbol}
        onClose={() => setPicking(false)}
        onPick={(next) => {
          setPicking(false);
          onChoose({ symbol: next.symbol });
        }}
      />
    </>
  );
}

function Inputs({ form, solved }: { form: Form; solved: boolean }) {
  const fields = form.type.fields.filter((field) => isShown(field, form.values));
  const investment = fields.find(({ key }) => key === 'investment');
  const boxes = fields.filter(({ key }) => key !== 'investment' && !(solved && key === 'first_amount'));
  const alone = leftOver(boxes);
  return (
    <div className="fields editor__fields">
      {investment ? <InvestmentField field={investment} form={form} /> : null}
      {boxes.map((field) => (
        <BaseField key={field.key} field={field} form={form} alone={field === alone} />
      ))}
    </div>
  );
}

/** By capital the first order is an answer: it follows what it depends on. */
function useSolved(form: Form, first: string | undefined): void {
  const { put, values } = form;
  const shown = values['first_amount'];
  useEffect(() => {
    if (first !== undefined && first !== shown) put({ first_amount: first });
  });
}

/** What the editor holds for the same pair: the calculator goes on from there. */
function ownDraft(type: BotType, exchange: Exchange, symbol: MarketSymbol): Values | null {
  const draft = cachedDraft(type.code);
  return draft?.exchange === exchange.code && draft.symbol === symbol.symbol ? draft.values : null;
}

const noneLocked: ReadonlySet<string> = new Set();
