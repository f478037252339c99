// What is typed into: fields, password, stepper, code boxes, strength.
import { useState } from 'react';
import { CodeBoxes } from '../../../ui/code-boxes.tsx';
import { Field, PasswordField, Stepper } from '../../../ui/field.tsx';
import { Strength } from '../../../ui/strength.tsx';
import { Group } from './group.tsx';

const levels = [1, 2, 3, 4] as const;

export function Fields() {
  const [text, setText] = useState('typed');
  const [secret, setSecret] = useState('harbour9pilot');
  const [amount, setAmount] = useState('0.5');
  const [code, setCode] = useState('123');
  return (
    <Group name="Fields">
      <Field label="Field" hint="hint" help="help" value={text} onValue={setText} />
      <Field label="Field, empty" placeholder="placeholder" value="" onValue={() => undefined} />
      <Field label="Field, unit" unit="USDT" inputMode="decimal" value={amount} onValue={setAmount} />
      <Field label="Field, error" error="what is wrong" value={text} onValue={setText} />
      <Field label="Field, locked" locked value={text} onValue={setText} />
      <Field label="Field, disabled" disabled value={text} onValue={setText} />
      <PasswordField
        label="PasswordField"
        hint={<Strength level={3} label="Strength" word="level 3" />}
        autoComplete="off"
        value={secret}
        onValue={setSecret}
      />
      {levels.map((level) => (
        <Strength key={level} level={level} label="Strength" word={`level ${level}`} />
      ))}
      <Stepper label="Stepper" step="0.1" min="0" max="1" value={amount} onValue={setAmount} />
      <Stepper label="Stepper, error" step="1" error="what is wrong" value={amount} onValue={setAmount} />
      <Stepper label="Stepper, disabled" step="1" disabled value={amount} onValue={setAmount} />
      <CodeBoxes label="CodeBoxes" help="help" value={code} onValue={setCode} />
      <CodeBoxes label="CodeBoxes, masked" masked value={code} onValue={setCode} />
      <CodeBoxes label="CodeBoxes, error" error="what is wrong" value={code} onValue={setCode} />
      <CodeBoxes label="CodeBoxes, disabled" disabled value={code} onValue={setCode} />
    </Group>
  );
}
