// One of several: segment (mode), chips (filter), tabs (part of a page). Arrow keys move, as in a group of radios.
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from './class-names.ts';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** A count beside the label of a chip. */
  readonly count?: number;
  readonly disabled?: boolean;
}

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function useRoving<Value extends string>({ options, value, onChange }: ChoiceProps<Value>) {
  const group = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const open = options.filter((option) => !option.disabled);
    const at = open.findIndex((option) => option.value === value);
    const next = open[(at + step + open.length) % open.length];
    if (next === undefined) return;
    onChange(next.value);
    group.current?.querySelectorAll<HTMLElement>('button')[options.indexOf(next)]?.focus();
  }
  return { group, onKeyDown };
}

export function Segment<Value extends string>(props: ChoiceProps<Value> & { small?: boolean }) {
  const { group, onKeyDown } = useRoving(props);
  return (
    <div
      ref={group}
      className={cx('segment', props.small && 'segment--s')}
      role="radiogroup"
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      {props.options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be drawn as a raised segment with its own hit area
        <button
          key={option.value}
          type="button"
          role="radio"
          className="segment__item"
          aria-checked={option.value === props.value}
          tabIndex={option.value === props.value ? 0 : -1}
          disabled={option.disabled}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

export function Chips<Value extends string>(props: ChoiceProps<Value>) {
  const { group, onKeyDown } = useRoving(props);
  return (
    <div ref={group} className="chips" role="radiogroup" aria-label={props.label} onKeyDown={onKeyDown}>
      {props.options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be drawn as a chip with its own hit area
        <button
          key={option.value}
          type="button"
          role="radio"
          className="chip"
          aria-checked={option.value === props.value}
          tabIndex={option.value === props.value ? 0 : -1}
          disabled={option.disabled}
          onClick={() => props.onChange(option.value)}
        >
          {option.label}
          {option.count === undefined ? null : <b>{option.count}</b>}
        </button>
      ))}
    </div>
  );
}

/** Tabs with their panel: only the chosen panel is in the page. */
export function Tabs<Value extends string>(props: ChoiceProps<Value> & { children?: ReactNode }) {
  const { group, onKeyDown } = useRoving(props);
  const id = useId();
  return (
    <>
      <div ref={group} className="tabs" role="tablist" aria-label={props.label} onKeyDown={onKeyDown}>
        {props.options.map((option) => (
          <button
            key={option.value}
            id={`${id}-${option.value}`}
            type="button"
            role="tab"
            className="tabs__item"
            aria-selected={option.value === props.value}
            aria-controls={props.children === undefined ? undefined : `${id}-panel`}
            tabIndex={option.value === props.value ? 0 : -1}
            onClick={() => props.onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
      {props.children === undefined ? null : (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${props.value}`}>
          {props.children}
        </div>
      )}
    </>
  );
}
