// A slider of one value or of a range; its figures are numbers because they are positions, not amounts.
import { Slider as Base } from '@base-ui/react/slider';

export interface SliderProps<Value extends number | readonly number[]> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly disabled?: boolean;
}

export function Slider<Value extends number | readonly number[]>({
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  disabled,
}: SliderProps<Value>) {
  const thumbs = typeof value === 'number' ? 1 : value.length;
  return (
    <Base.Root
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={(next) => onChange(next as Value)}
    >
      <Base.Control className="slider">
        <Base.Track className="slider__track">
          <Base.Indicator className="slider__fill" />
          {Array.from({ length: thumbs }, (_, index) => (
            <Base.Thumb key={`thumb-${index}`} index={index} className="slider__knob" aria-label={label} />
          ))}
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
