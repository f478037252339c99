// The state of an editor's form: what is typed, which field is being typed into, which refusals of the server stand, and
// from them what is shown at each field. An issue stays silent while its field is being typed into.
import { isBotName } from '@cormorant/contract/bot-name.ts';
import type { BotType, Field } from '@cormorant/contract/entities/bot-type.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Assistant, Judgement, MarketView, Outlook, Plan, PresetKey } from './assistant.ts';
import { nameKey } from './bot-body.ts';
import { fieldOf, type Issue, issuesOf, type Values, withTwins } from './field-rules.ts';
import { issueText } from './issue-text.ts';
import type { Placed } from './refusal.ts';

export interface FormSetup {
  readonly type: BotType;
  readonly assistant: Assistant | null;
  readonly view: MarketView;
  readonly initial: Values;
  readonly initialPreset: PresetKey | 'custom';
  readonly locked: ReadonlySet<string>;
  readonly readOnly: boolean;
  /** What a person changed, for the draft. */
  readonly onEdited?: (values: Values) => void;
}

export interface Form {
  readonly type: BotType;
  readonly view: MarketView;
  readonly assistant: Assistant | null;
  readonly values: Values;
  readonly preset: PresetKey | 'custom';
  readonly plan: Plan | null;
  readonly outlook: Outlook | null;
  readonly issues: readonly Issue[];
  readonly refusal: Placed | null;
  set(key: string, value: string): void;
  /** Several values at once, as chosen by the person. */
  put(values: Values): void;
  fill(preset: PresetKey): void;
  /** Keeps the values and says that they are one's own. */
  customise(): void;
  focus(key: string | null): void;
  /** Shows every issue; true when there is none. */
  submit(): boolean;
  refuse(placed: Placed | null): void;
  errorOf(key: string): string | undefined;
  /** Where inside the field its error is; '' = the whole. */
  errorAt(key: string): string;
  isLocked(key: string): boolean;
}

export function useForm(setup: FormSetup): Form {
  const { type, assistant, view, locked, readOnly, onEdited } = setup;
  const { t } = useTranslation();
  const [values, setValues] = useState(setup.initial);
  const [preset, setPreset] = useState(setup.initialPreset);
  const [focused, setFocused] = useState<string | null>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<Placed | null>(null);
  const { issues, plan, outlook } = useMemo(
    () => judged(type.fields, values, assistant, view),
    [type.fields, values, assistant, view],
  );

  function change(next: Values, chosen: PresetKey | 'custom') {
    setValues(next);
    setPreset(chosen);
    setRefusal(null);
    onEdited?.(next);
  }

  function errorOf(key: string): string | undefined {
    if (refusal?.field === key) return refusal.text;
    const issue = issues.find(({ field }) => field === key);
    if (issue === undefined || readOnly) return undefined;
    if (key === nameKey) return typing === key ? undefined : t('editor.issue.nameLength');
    const silent = typing === key || (!submitted && (values[key] ?? '') === '');
    const field = fieldOf(type.fields, key, values);
    return silent || field === undefined ? undefined : issueText(t, issue, field);
  }

  return {
    type,
    view,
    assistant,
    values,
    preset,
    plan,
    outlook,
    issues,
    refusal,
    set(key, value) {
      if (key === focused) setTyping(key);
      const next = withTwins(type.fields, values, { ...values, [key]: value });
      change(next, key === nameKey ? preset : 'custom');
    },
    put: (next) => change({ ...values, ...next }, 'custom'),
    fill(chosen) {
      if (assistant === null) return;
      const filled = assistant.preset(chosen, type.fields, values, view);
      const open = Object.entries(filled).filter(([key]) => !locked.has(key));
      change({ ...values, ...Object.fromEntries(open) }, chosen);
    },
    customise: () => setPreset('custom'),
    focus(key) {
      setFocused(key);
      setTyping(null);
    },
    submit() {
      setSubmitted(true);
      setTyping(null);
      return issues.length === 0;
    },
    refuse: setRefusal,
    errorOf,
    errorAt: (key) => (refusal?.field === key ? refusal.at : issues.find(({ field }) => field === key)?.at) ?? '',
    isLocked: (key) => readOnly || locked.has(key),
  };
}

function judged(fields: readonly Field[], values: Values, assistant: Assistant | null, view: MarketView): Judgement {
  const judgement = assistant?.judge(fields, values, view) ?? {
    issues: issuesOf(fields, values),
    plan: null,
    outlook: null,
  };
  if (isBotName((values[nameKey] ?? '').trim())) return judgement;
  return { ...judgement, issues: [...judgement.issues, { field: nameKey, rule: 'format' }] };
}
