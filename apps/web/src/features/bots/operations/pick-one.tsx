// One of a few ways, each with a sentence that says what it does.
import { useId } from 'react';

export interface PickOneProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly title: string;
  readonly text: string;
}

export function PickOne({ name, checked, onChange, title, text }: PickOneProps) {
  const id = useId();
  return (
    <label className="pick" htmlFor={id} data-checked={checked || undefined}>
      <input id={id} type="radio" name={name} checked={checked} onChange={onChange} aria-label={title} />
      <span>
        <b>{title}</b>
        <span className="pick__text">{text}</span>
      </span>
    </label>
  );
}
