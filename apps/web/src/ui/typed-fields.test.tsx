// What people type, key by key or pasted, in whatever digits and marks, means what it says in every kind of box, or is refused
// in words beside it; no box rewrites what is half typed.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { NumberField } from '../features/bots/editor/components/number-field.tsx';
import { CodeBoxes } from './code-boxes.tsx';
import { DecimalField, Stepper } from './field.tsx';
import { isNumber, plainNumber } from './typed-number.ts';
import { type UiWords, UiWordsProvider } from './words.tsx';

afterEach(cleanup);

const none = 'a number, please';
const words = { noNumber: none } as UiWords;

interface BoxProps {
  readonly value: string;
  readonly onValue: (text: string) => void;
}

/** As the editor's rules do, the number field says by its error what is no number. */
const boxes: readonly (readonly [string, (props: BoxProps) => ReactElement])[] = [
  ['the field of amounts', (props) => <DecimalField label="box" {...props} />],
  [
    'the field of the editor',
    (props) => (
      <NumberField
        {...{ name: 'n', label: 'box', onFocusChange: () => {}, ...props }}
        error={isNumber(plainNumber(props.value)) ? undefined : none}
      />
    ),
  ],
  [
    'the stepper',
    (props) => (
      <Stepper label="box" step="0.1" error={isNumber(plainNumber(props.value)) ? undefined : none} {...props} />
    ),
  ],
];

function show(Box: (props: BoxProps) => ReactElement): HTMLInputElement {
  function Filled() {
    const [value, setValue] = useState('');
    return (
      <UiWordsProvider words={words}>
        <Box value={value} onValue={setValue} />
      </UiWordsProvider>
    );
  }
  render(<Filled />);
  return screen.getByLabelText<HTMLInputElement>('box');
}

/** Each key adds to what the box shows by then, as a keyboard does. */
function type(box: HTMLInputElement, text: string): void {
  fireEvent.focus(box);
  for (const key of text) {
    fireEvent.keyDown(box, { key });
    fireEvent.change(box, { target: { value: box.value + key } });
  }
}

function pasteInto(box: HTMLInputElement, text: string): void {
  fireEvent.focus(box);
  fireEvent.paste(box, { clipboardData: { getData: () => text } });
  fireEvent.change(box, { target: { value: text } });
}

const read = [
  ['12。5', '12.5'],
  ['１２．５', '12.5'],
  ['１２｡５', '12.5'],
  ['١٢٫٥', '12.5'],
  ['۱۲٫۵', '12.5'],
  ['.5', '0.5'],
  ['12.5', '12.5'],
] as const;
const refused = ['3,1415', '3，1415', '12,5', '1、5', '12。5。1', '1.2.3', '12 apples', '1e5'];

describe.each(boxes)('%s', (_name, Box) => {
  for (const [how, enter] of [
    ['typed', type],
    ['pasted', pasteInto],
  ] as const) {
    it.each(read)(`reads %s, ${how}, as it is left`, (text, plain) => {
      const box = show(Box);
      enter(box, text);
      expect(box.value).toBe(text);
      fireEvent.blur(box);
      expect(box.value).toBe(plain);
      expect(screen.queryByText(none)).toBeNull();
    });

    it.each(refused)(`leaves %s, ${how}, as it stands and says why`, (text) => {
      const box = show(Box);
      enter(box, text);
      expect(box.value).toBe(text);
      fireEvent.blur(box);
      expect(plainNumber(box.value)).toBe(plainNumber(text));
      expect(isNumber(box.value)).toBe(false);
      screen.getByText(none);
    });
  }
});

describe('the boxes of a code', () => {
  it.each(['123456', '１２３４５６', '١٢٣٤٥٦', '123 456', '۱۲۳۴۵۶'])('take %s, typed and pasted', (text) => {
    for (const enter of [type, pasteInto]) {
      const box = show((props) => <CodeBoxes label="box" {...props} />);
      enter(box, text);
      expect(box.value).toBe('123456');
      cleanup();
    }
  });
});
