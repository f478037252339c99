// A slider of one value: the device's own range input, so that touch, keys and screen readers work as people know them.
// Its figures are numbers because they are positions, not amounts.
import type { CSSProperties } from 'react';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly disabled?: boolean;
}

export function Slider({ label, value, onChange, min, max, step = 1, disabled }: SliderProps) {
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <input
      type="range"
      className="slider"
      aria-label={label}
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      style={{ '--at': share } as CSSProperties}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
