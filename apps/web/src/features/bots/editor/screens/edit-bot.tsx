// An existing bot: what may not change while a position is open is locked, and a running bot is read only until it is
// paused. Without an id the category is chosen instead.
import type { BotInfo } from '@cormorant/contract/entities/bot.ts';
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../../lib/api/errors.ts';
import { type Intent, makeIntent } from '../../../../lib/api/intent.ts';
import { botTypesQuery, exchangesQuery, symbolsQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Button } from '../../../../ui/button.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { botInfoQuery } from '../api/editor-queries.ts';
import { changeBot, operateBot } from '../api/save-bot.ts';
import { changeBody, valuesOf } from '../bot-body.ts';
import { CategoryCard, PairCard } from '../components/market-head.tsx';
import { Editor } from '../editor.tsx';
import { EditorFrame } from '../editor-frame.tsx';
import { isPaper } from '../is-paper.ts';
import { type Placed, passingText, placeRefusal } from '../refusal.ts';
import { revealField } from '../reveal-field.ts';
import { useForm } from '../use-form.ts';
import { type EditedMarket, useMarket } from '../use-market.ts';
import { useTwin } from '../use-twin.ts';
import { ChooseType } from './choose-type.tsx';

const notFound = 4001;
const running = 4011;
const changedElsewhere = 4016;

export function EditBot() {
  const { id } = useParams();
  if (id === undefined) return <ChooseType />;
  if (!/^[1-9]\d{0,15}$/.test(id)) return <Navigate to="/strategy" replace />;
  return <BotOf key={id} id={Number(id)} />;
}

function BotOf({ id }: { id: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useTheme((entry) => entry.language);
  const info = useQuery(botInfoQuery(id));
  const types = useQuery(botTypesQuery(language));
  const symbols = useQuery({
    ...symbolsQuery(info.data?.exchange ?? '', info.data?.market ?? 'spot'),
    enabled: info.data !== undefined,
  });
  const type = types.data?.list.find((one) => one.id === info.data?.type_id);
  const symbol = symbols.data?.list.find((one) => one.symbol === info.data?.symbol);
  const failed = [info, types, symbols].find((query) => query.data === undefined && query.error)?.error;
  if ((failed as ApiError | undefined)?.code === notFound) {
    const leave = (
      <Button tone="primary" onClick={() => void navigate('/strategy', { replace: true })}>
        {t('editor.back')}
      </Button>
    );
    return <EditorFrame title={t('editor.edit')} empty={t('editor.notFound')} emptyAction={leave} />;
  }
  if (types.data && info.data && type === undefined) return <Navigate to={`/strategy/detail/${id}`} replace />;
  if (info.data === undefined || type === undefined || symbol === undefined) {
    const retry = () => void Promise.all([info.refetch(), types.refetch(), symbols.refetch()]);
    return <EditorFrame title={t('editor.edit')} failed={(failed ?? null) as ApiError | null} onRetry={retry} />;
  }
  const offered = offeredTo(type, info.data);
  return <MarketOf info={info.data} type={offered} symbol={symbol} onReload={() => void info.refetch()} />;
}

/** A bot of one side never becomes one of two: its orders and its bill are made for one. */
function offeredTo(type: BotType, { direction }: BotInfo): BotType {
  if (direction === 'dual') return type;
  const fields = type.fields.map((field) =>
    field.key === 'direction' && field.options
      ? { ...field, options: field.options.filter(({ value }) => value !== 'dual') }
      : field,
  );
  return { ...type, fields };
}

interface BotProps {
  readonly info: BotInfo;
  readonly type: BotType;
  readonly symbol: MarketSymbol;
  readonly onReload: () => void;
}

function MarketOf(props: BotProps) {
  const { t } = useTranslation();
  const [via, setVia] = useState(() => paramText(props.info.params['via']));
  const market = useMarket(props.type, props.symbol, via, props.info.locked_fields.length > 0);
  if (market.view === null || market.assistant === undefined) {
    return (
      <EditorFrame
        title={t('editor.edit')}
        failed={market.failed as ApiError | null}
        onRetry={() => void market.retry()}
      />
    );
  }
  // A changed version or status is another form: what was typed against the old one is given up on purpose.
  return (
    <EditForm
      key={`${props.info.version}/${props.info.status}`}
      {...props}
      market={market as EditedMarket}
      onVia={setVia}
    />
  );
}

function paramText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

interface EditFormProps extends BotProps {
  readonly market: EditedMarket;
  readonly onVia: (via: string | null) => void;
}

function EditForm({ info, type, symbol, market, onVia, onReload }: EditFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const exchange = useQuery(exchangesQuery()).data?.exchanges.find(({ code }) => code === info.exchange);
  const [intents] = useState<Record<'change' | 'operate', Intent>>(() => ({
    change: makeIntent(),
    operate: makeIntent(),
  }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [saved, setSaved] = useState<{ body: string; version: number } | null>(null);
  const [initial] = useState(() => valuesOf(type.fields, info));
  const readOnly = info.status === 'running';
  const form = useForm({
    type,
    assistant: market.assistant,
    view: market.view,
    initial,
    initialPreset: 'custom',
    locked: new Set([...info.locked_fields, ...info.fixed_fields]),
    readOnly,
    onEdited: (values) => onVia(values['via'] ?? null),
  });

  function refuse(error: unknown, isSaved: boolean): boolean {
    if (!(error instanceof ApiError)) throw error;
    if (error.passing) {
      setProblem(passingText(error, t));
      return false;
    }
    const placed = placeRefusal(error, new Set([...type.fields.map(({ key }) => key), 'symbol', 'name']));
    form.refuse(isSaved ? { ...placed, text: t('editor.savedOnly', { reason: placed.text }) } : placed);
    if (placed.field !== null) revealField(placed.field);
    return true;
  }

  async function save(start: boolean): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    let isSaved = false;
    try {
      const body = changeBody(type.fields, initial, form.values, saved?.version ?? info.version);
      const text = JSON.stringify({ ...body, version: 0 });
      if (saved?.body !== text) {
        const changed = await changeBot(intents.change, info.id, body);
        setSaved({ body: text, version: changed.version });
      }
      isSaved = true;
      if (start) await operateBot(intents.operate, info.id, info.status === 'paused' ? 'resume' : 'start');
      await navigate(`/strategy/detail/${info.id}`, { replace: true });
      return true;
    } catch (error) {
      return refuse(error, isSaved);
    } finally {
      setBusy(false);
    }
  }

  async function pause() {
    setBusy(true);
    try {
      await operateBot(intents.operate, info.id, 'pause');
      onReload();
    } catch (error) {
      refuse(error, false);
    } finally {
      setBusy(false);
    }
  }

  const pauseFirst = { label: t('editor.pauseEdit'), onPress: () => void pause(), busy };
  // What is paused stands in its market already.
  const twin = useTwin(form, info.id);
  const standing = info.status === 'stopped' ? twin : null;
  function cureOf({ code, go }: Placed) {
    if (code === running) return pauseFirst;
    if (code === changedElsewhere) return { label: t('editor.refresh'), onPress: onReload };
    if (go === null) return null;
    const label = t(go.startsWith('/strategy/') ? 'editor.view' : 'editor.fix');
    return { label, onPress: () => void navigate(go) };
  }
  return (
    <EditorFrame title={t('editor.edit')} type={type}>
      <Editor
        form={form}
        exchange={exchange}
        paper={isPaper(symbol)}
        readOnly={readOnly}
        head={
          <>
            <CategoryCard type={type} exchange={exchange} paper={isPaper(symbol)} onPick={null} />
            <PairCard
              symbol={symbol}
              error={form.errorOf('symbol')}
              cure={form.refusal && cureOf(form.refusal)}
              standing={standing && { text: standing.text, cure: cureOf(standing) }}
              onPick={null}
            />
          </>
        }
        notes={
          readOnly ? (
            <Note tone="danger" action={pauseFirst}>
              {t('editor.running')}
            </Note>
          ) : info.locked_fields.length > 0 ? (
            <Note icon="lock">{t('editor.locked')}</Note>
          ) : info.fixed_fields.length > 0 ? (
            <Note icon="lock">{t('editor.fixed')}</Note>
          ) : null
        }
        startLabel={t(info.status === 'paused' ? 'editor.saveResume' : 'editor.saveStart')}
        busy={busy}
        change={() => ({
          id: info.id,
          before: initial,
          body: changeBody(type.fields, initial, form.values, saved?.version ?? info.version),
        })}
        standing={standing}
        onPlanRefused={(error) => void refuse(error, false)}
        problem={problem}
        onSave={save}
        onGo={cureOf}
      />
    </EditorFrame>
  );
}
