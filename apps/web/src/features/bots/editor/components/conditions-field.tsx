// The editor of a condition tree (a field of kind `conditions`): groups of rows, the whole in a plain sentence, and how
// often it became true lately. Its value is the tree's JSON text; '' is no tree.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { IndicatorSpec } from '@cormorant/core/indicators/catalogue.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Segment } from '../../../../ui/choice.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { type ConditionsCore, loadConditionsCore } from './conditions-core.ts';
import { ConditionRow } from './conditions-row.tsx';
import {
  countConditions,
  type DraftCondition,
  type DraftGroup,
  draftText,
  firstCondition,
  isDraftGroup,
  MAX_ALL_CONDITIONS,
  MAX_GROUP_DEPTH,
  MAX_GROUP_ITEMS,
  readDraft,
} from './conditions-tree.ts';
import { countRecentTriggers } from './conditions-triggers.ts';
import { treeText } from './conditions-words.ts';

export interface ConditionsFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly market: 'spot' | 'futures';
  /** Null while the pair is being chosen: nothing is counted then. */
  readonly symbol: MarketSymbol | null;
  readonly exchange: string;
  readonly disabled?: boolean;
  /** What the server or the form has against it. */
  readonly issue?: string | undefined;
}

export function ConditionsField(props: ConditionsFieldProps) {
  const { label, value, onChange, market, disabled = false, issue } = props;
  const { t } = useTranslation();
  const core = useConditionsCore();
  const draft = readDraft(value);
  const tree = draft === 'unreadable' ? null : draft;
  const indicators = core?.INDICATORS.filter((spec) => (spec.market ?? market) === market) ?? [];
  const faults = core === null || tree === null ? [] : faultsOf(core, value, market);
  return (
    <div className="field conds">
      <div className="field__label">
        <span>{label}</span>
      </div>
      {core === null ? (
        <Skeleton height={120} />
      ) : (
        <Group
          tree={tree ?? { op: 'all', items: [] }}
          at=""
          depth={1}
          room={MAX_ALL_CONDITIONS - (tree === null ? 0 : countConditions(tree))}
          indicators={indicators}
          faults={faults}
          disabled={disabled}
          onChange={(next) => onChange(draftText(next))}
        />
      )}
      {tree !== null && countConditions(tree) > 1 ? <p className="t-body">{treeText(tree, t)}</p> : null}
      {tree !== null && core !== null && faults.length === 0 ? <Triggers {...props} core={core} /> : null}
      <div className={issue ? 'field__help field__help--error' : 'field__help'} role={issue ? 'alert' : undefined}>
        {issue ??
          (draft === 'unreadable'
            ? t('conditions.unreadable')
            : tree === null
              ? t('conditions.empty')
              : faults.length > 0
                ? t('conditions.missing')
                : null)}
      </div>
    </div>
  );
}

function useConditionsCore(): ConditionsCore | null {
  const [core, setCore] = useState<ConditionsCore | null>(null);
  useEffect(() => {
    let gone = false;
    void loadConditionsCore().then((loaded) => {
      if (!gone) setCore(loaded);
    });
    return () => {
      gone = true;
    };
  }, []);
  return core;
}

/** Paths of what the reader refuses: 'items[1].left.args[0]'. */
function faultsOf(core: ConditionsCore, text: string, market: 'spot' | 'futures'): string[] {
  const parsed = core.parseConditions(text, 'conditions', market);
  return parsed.ok ? [] : parsed.issues.map(({ at }) => at ?? '');
}

interface GroupProps {
  readonly tree: DraftGroup;
  readonly at: string;
  readonly depth: number;
  /** How many more conditions the whole tree may have. */
  readonly room: number;
  readonly indicators: readonly IndicatorSpec[];
  readonly faults: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (next: DraftGroup) => void;
  readonly onRemove?: () => void;
}

function Group({ tree, at, depth, room, indicators, faults, disabled, onChange, onRemove }: GroupProps) {
  const { t } = useTranslation();
  const { op, items } = tree;
  const set = (index: number, item: DraftGroup | DraftCondition | null) =>
    onChange({ op, items: items.flatMap((one, k) => (k !== index ? [one] : item === null ? [] : [item])) });
  const grow = (item: DraftGroup | DraftCondition) => onChange({ op, items: [...items, item] });
  const full = disabled || room < 1 || items.length >= MAX_GROUP_ITEMS;
  return (
    <div className="conds__group">
      {items.length > 1 || onRemove ? (
        <div className="conds__head">
          <Segment
            small
            label={t('conditions.op')}
            options={[
              { value: 'all', label: t('conditions.all'), disabled },
              { value: 'any', label: t('conditions.any'), disabled },
            ]}
            value={op}
            onChange={(next) => onChange({ op: next, items })}
          />
          {onRemove ? (
            <IconButton icon="trash" label={t('conditions.removeGroup')} disabled={disabled} onClick={onRemove} />
          ) : null}
        </div>
      ) : null}
      {items.map((item, index) => {
        const path = `${at === '' ? '' : `${at}.`}items[${index}]`;
        const shared = { indicators, disabled };
        // A condition has no name of its own; its place is what tells it from its neighbours.
        const key = path;
        return isDraftGroup(item) ? (
          <Group
            key={key}
            {...shared}
            tree={item}
            at={path}
            depth={depth + 1}
            room={room}
            faults={faults}
            onChange={(next) => set(index, next.items.length === 0 ? null : next)}
            onRemove={() => set(index, null)}
          />
        ) : (
          <ConditionRow
            key={key}
            {...shared}
            condition={item}
            bad={faults.some((fault) => fault.startsWith(path))}
            onChange={(next) => set(index, next)}
            onRemove={() => set(index, null)}
          />
        );
      })}
      <div className="hstack">
        <Button tone="soft" icon="plus" disabled={full} onClick={() => grow(firstCondition)}>
          {t('conditions.add')}
        </Button>
        {items.length > 0 && depth < MAX_GROUP_DEPTH ? (
          <Button
            tone="text"
            disabled={full}
            onClick={() => grow({ op: op === 'all' ? 'any' : 'all', items: [firstCondition] })}
          >
            {t('conditions.addGroup')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Counted anew a moment after an edit; the line keeps its height. */
function Triggers({ core, value, market, symbol, exchange }: ConditionsFieldProps & { readonly core: ConditionsCore }) {
  const { t } = useTranslation();
  const text = useDeferredValue(value);
  const { data, isError } = useQuery({
    queryKey: ['conditionTriggers', exchange, market, symbol?.symbol ?? '', text] as const,
    queryFn: ({ signal }) =>
      symbol === null ? null : countRecentTriggers(core, { exchange, market, symbol }, text, signal),
    enabled: symbol !== null,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (symbol === null) return null;
  const said =
    data === undefined
      ? t(isError ? 'conditions.countFailed' : 'conditions.counting')
      : data === null
        ? t('conditions.countFailed')
        : t(data.count === 0 ? 'conditions.triggersNone' : 'conditions.triggers', { ...data });
  return (
    <div className="conds__count" aria-live="polite">
      <div className="t-row num">{said}</div>
      <div>{t('conditions.countHint')}</div>
    </div>
  );
}
