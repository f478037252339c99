// What is chosen or turned on: segment, chips, tabs, switch, check, slider.
import { useState } from 'react';
import { Chips, Segment, Tabs } from '../../../ui/choice.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { Check, Switch } from '../../../ui/toggles.tsx';
import { Group, Line } from './group.tsx';

type Value = 'one' | 'two' | 'three';

const options = (['one', 'two', 'three'] as const).map((value) => ({ value, label: value }));
const partlyOff = options.map((option) => ({ ...option, disabled: option.value === 'three' }));
const counted = options.map((option, at) => ({ ...option, count: at * 12 }));

export function Choices() {
  const [value, setValue] = useState<Value>('one');
  const [on, setOn] = useState(true);
  const [share, setShare] = useState(40);
  const choice = { value, onChange: setValue };
  return (
    <Group name="Choices">
      <Segment label="Segment" options={options} {...choice} />
      <Segment label="Segment, small, one disabled" small options={partlyOff} {...choice} />
      <Chips label="Chips" options={counted} {...choice} />
      <Tabs label="Tabs" options={options} {...choice}>
        <p className="t-meta c3">panel {value}</p>
      </Tabs>
      <Line>
        <Switch label="Switch" checked={on} onChange={setOn} />
        <Switch label="Switch, other way" checked={!on} onChange={(next) => setOn(!next)} />
        <Switch label="Switch, disabled" checked={on} onChange={setOn} disabled />
      </Line>
      <Check checked={on} onChange={setOn}>
        Check
      </Check>
      <Check checked={!on} onChange={(next) => setOn(!next)} error>
        Check, error
      </Check>
      <Slider label="Slider" value={share} onChange={setShare} min={0} max={100} />
      <Slider label="Slider, disabled" value={share} onChange={setShare} min={0} max={100} disabled />
    </Group>
  );
}
