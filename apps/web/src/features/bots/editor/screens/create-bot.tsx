// A new bot: the category and the exchange come from the path, the pair from the address or the draft. What is typed is
// kept as a draft until the bot exists.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { Exchange, MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { ListedSymbol } from '@cormorant/contract/entities/triangle.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSearchParams, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../../../lib/api/errors.ts';
import { type Intent, makeIntent } from '../../../../lib/api/intent.ts';
import { botTypesQuery, exchangesQuery, symbolsQuery } from '../../../../lib/queries.ts';
import { cachedDraft, forgetDraft, keepDraft } from '../../../../lib/stores/drafts.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { Note } from '../../../../ui/marks.tsx';
import { createBot } from '../api/save-bot.ts';
import type { Assistant, MarketView, PresetKey } from '../assistant.ts';
import { createBody } from '../bot-body.ts';
import { ExchangeChoice } from '../components/exchange-choice.tsx';
import { CategoryCard, PairCard } from '../components/market-head.tsx';
import { PairSheet } from '../components/pair-sheet.tsx';
import { Editor } from '../editor.tsx';
import { EditorFrame } from '../editor-frame.tsx';
import { defaultsOf, isShown, type Values } from '../field-rules.ts';
import { isPaper } from '../is-paper.ts';
import { type Placed, passingText, placeRefusal } from '../refusal.ts';
import { revealField } from '../reveal-field.ts';
import { useForm } from '../use-form.ts';
import { type EditedMarket, useMarket } from '../use-market.ts';
import { useTwin } from '../use-twin.ts';

/** Comes after the form, and before anybody presses. */
const TypeSheet = lazy(async () => ({ default: (await import('../components/type-sheet.tsx')).TypeSheet }));

/** The bare names of the specification mean the martingale. */
const aliases: Readonly<Record<string, string>> = { spot: 'martin-spot', futures: 'martin-futures' };
const firstPreset = 'balanced';

function startingPreset(assistant: Assistant, view: MarketView): PresetKey | null {
  const keys = assistant.presets(view);
  return keys.includes(firstPreset) ? firstPreset : (keys[0] ?? null);
}

export function CreateBot() {
  const { exchange = '', type: code = '' } = useParams();
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const types = useQuery(botTypesQuery(language));
  const exchanges = useQuery(exchangesQuery());
  const type = types.data?.list.find((one) => one.code === (aliases[code] ?? code) && one.editor === 'martin');
  const place = exchanges.data?.exchanges.find((one) => one.code === exchange && one.trade === 1);
  const failed = (types.data ? null : types.error) ?? (exchanges.data ? null : exchanges.error);
  if (types.data && (type === undefined || type.enabled === 0)) return <Navigate to="/strategy" replace />;
  if (exchanges.data && place === undefined) return <Navigate to="/strategy" replace />;
  const retry = () => void Promise.all([types.refetch(), exchanges.refetch()]);
  if (type === undefined || place === undefined) {
    return <EditorFrame title={t('editor.create')} failed={failed as ApiError | null} onRetry={retry} />;
  }
  const others = types.data!.list.filter((one) => one.editor === 'martin' && one.enabled === 1);
  const places = exchanges.data!.exchanges;
  return <PairOf key={`${exchange}/${code}`} type={type} exchange={place} exchanges={places} types={others} />;
}

interface PairProps {
  readonly type: BotType;
  readonly exchange: Exchange;
  readonly exchanges: readonly Exchange[];
  readonly types: readonly BotType[];
}

function viaOf(type: BotType): string | null {
  return type.fields.find(({ kind }) => kind === 'assets')?.default ?? null;
}

/** The field that asks for the coin between, where the other choices show it. */
function goesThrough({ fields }: BotType, values: Values): boolean {
  return fields.some((field) => field.kind === 'assets' && isShown(field, values));
}

/** The usual coin, or else one that closes a triangle with the pair. */
function startingVia(type: BotType, symbol: ListedSymbol | null): string | null {
  const usual = viaOf(type);
  const vias = symbol?.vias;
  return usual === null || vias === undefined || vias.includes(usual) ? usual : (vias[0] ?? usual);
}

/** A triangle begins with a pair that closes one through the coin it goes through. */
function firstSymbol(type: BotType, list: readonly ListedSymbol[]): ListedSymbol | undefined {
  const via = viaOf(type);
  const sorted = list.toSorted((a, b) => b.hot - a.hot);
  return (via === null ? undefined : sorted.find(({ vias }) => vias?.includes(via))) ?? sorted[0];
}

/** Chooses the pair and waits for what the first suggestion needs. */
function PairOf({ type, exchange, exchanges, types }: PairProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [draft] = useState(() => {
    const kept = cachedDraft(type.code);
    const asked = search.get('symbol');
    return kept?.exchange === exchange.code && (asked === null || asked === kept.symbol) ? kept : null;
  });
  const [wanted, setWanted] = useState(() => draft?.symbol ?? search.get('symbol'));
  const [generation, setGeneration] = useState(0);
  const symbols = useQuery(symbolsQuery(exchange.code, type.market));
  const symbol =
    symbols.data?.list.find((one) => one.symbol === wanted) ?? firstSymbol(type, symbols.data?.list ?? []) ?? null;
  const [via, setVia] = useState(() => draft?.values['via'] ?? null);
  const market = useMarket(type, symbol, via ?? startingVia(type, symbol));
  const failed = (symbols.data ? null : symbols.error) ?? market.failed;
  if (symbols.data && symbol === null) return <EditorFrame title={t('editor.create')} empty={t('editor.noPairs')} />;
  if (symbol === null || market.view === null || market.assistant === undefined) {
    const retry = () => void Promise.all([symbols.refetch(), market.retry()]);
    return <EditorFrame title={t('editor.create')} failed={failed as ApiError | null} onRetry={retry} />;
  }
  const keeps = draft !== null && draft.symbol === symbol.symbol && generation === 0;
  return (
    <CreateForm
      key={`${symbol.symbol}/${generation}`}
      type={type}
      types={types}
      exchange={exchange}
      exchanges={exchanges}
      symbol={symbol}
      symbols={symbols.data!.list}
      market={market as EditedMarket}
      onVia={setVia}
      draft={keeps ? draft.values : null}
      onPair={(next) => {
        forgetDraft(type.code);
        setWanted(next.symbol);
        setVia(null);
        setGeneration(generation + 1);
      }}
      onStartOver={() => {
        forgetDraft(type.code);
        setGeneration(generation + 1);
      }}
    />
  );
}

interface CreateFormProps extends PairProps {
  readonly symbol: ListedSymbol;
  readonly symbols: readonly ListedSymbol[];
  readonly market: EditedMarket;
  readonly draft: Values | null;
  /** The coin between was changed. */
  readonly onVia: (via: string | null) => void;
  readonly onPair: (symbol: MarketSymbol) => void;
  readonly onStartOver: () => void;
}

function CreateForm(props: CreateFormProps) {
  const { type, types, exchange, exchanges, symbol, symbols, market, draft, onVia, onPair, onStartOver } = props;
  const { view, assistant } = market;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [intent] = useState<Intent>(() => makeIntent());
  const [sheet, setSheet] = useState<'pair' | 'type' | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [preset] = useState(() => (draft || assistant === null ? null : startingPreset(assistant, view)));
  const [initial] = useState<Values>(() => {
    const defaults = defaultsOf(type.fields);
    const filled = preset === null ? null : assistant?.preset(preset, type.fields, defaults, view);
    const via = startingVia(type, symbol);
    return { ...defaults, ...(via !== null && { via }), ...(draft ?? filled) };
  });
  const form = useForm({
    type,
    assistant,
    view,
    initial,
    initialPreset: preset ?? 'custom',
    locked: noneLocked,
    readOnly: false,
    onEdited(values) {
      keepDraft(type.code, { exchange: exchange.code, symbol: symbol.symbol, values });
      onVia(values['via'] ?? null);
    },
  });
  const paper = isPaper(symbol);
  const standing = useTwin(form, null);
  const cureOf = ({ go }: Placed) =>
    go === null
      ? null
      : { label: t(go.startsWith('/strategy/') ? 'editor.view' : 'editor.fix'), onPress: () => void navigate(go) };

  async function save(start: boolean): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      const made = await createBot(intent, createBody(type, symbol, form.values, start ? 1 : 0));
      forgetDraft(type.code);
      // Of a bot that was not started the last of its warnings says why.
      if (start && made.status !== 'running')
        showToast('warning', t('editor.createdOnly', { reason: made.warnings.at(-1) ?? '' }));
      await navigate(`/strategy/detail/${made.id}`, { replace: true });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.passing) {
        setProblem(passingText(error, t));
        return false;
      }
      const placed = placeRefusal(error, new Set([...type.fields.map(({ key }) => key), 'symbol', 'name']));
      form.refuse(placed);
      if (placed.field !== null) revealField(placed.field);
      return true;
    } finally {
      setBusy(false);
    }
  }

  return (
    <EditorFrame title={t('editor.create')} type={type} sizePath={sizePath(type, symbol)}>
      <Editor
        form={form}
        exchange={exchange}
        paper={paper}
        head={
          <>
            <ExchangeChoice exchanges={exchanges} chosen={exchange} code={type.code} symbol={symbol.symbol} />
            <CategoryCard
              type={type}
              exchange={exchange}
              paper={paper}
              onPick={types.length > 1 ? () => setSheet('type') : null}
            />
            <PairCard
              symbol={symbol}
              error={form.errorOf('symbol')}
              cure={form.refusal && cureOf(form.refusal)}
              standing={standing && { text: standing.text, cure: cureOf(standing) }}
              onPick={() => setSheet('pair')}
            />
          </>
        }
        notes={
          draft ? (
            <Note action={{ label: t('editor.clearDraft'), onPress: onStartOver }}>{t('editor.draft')}</Note>
          ) : null
        }
        startLabel={t('editor.saveStart')}
        busy={busy}
        standing={standing}
        problem={problem}
        onSave={save}
        onGo={cureOf}
      />
      <PairSheet
        open={sheet === 'pair'}
        symbols={goesThrough(type, form.values) ? symbols.filter(({ vias }) => vias !== undefined) : symbols}
        chosen={symbol.symbol}
        onClose={() => setSheet(null)}
        onPick={(next) => (next.symbol === symbol.symbol ? setSheet(null) : onPair(next))}
      />
      <Suspense fallback={null}>
        <TypeSheet
          open={sheet === 'type'}
          types={types}
          exchange={exchange.code}
          chosen={type.code}
          onClose={() => setSheet(null)}
        />
      </Suspense>
    </EditorFrame>
  );
}

/** The calculator knows ladders of a martingale and grids. */
function sizePath(type: BotType, symbol: MarketSymbol): string | null {
  if (type.type !== 'martin' && type.type !== 'grid') return null;
  const query = createSearchParams({ exchange: symbol.exchange, type: type.code, symbol: symbol.symbol });
  return `/strategy/size?${query}`;
}

const noneLocked: ReadonlySet<string> = new Set();
