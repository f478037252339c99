// The parts that decide something: a stepper that stays in its range with exact decimals, a choice that follows the arrow
// keys, a figure that is never NaN, a check whose links are not its target.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Chips } from './choice.tsx';
import { Stepper } from './field.tsx';
import { Hero, hiddenFigure, Profit } from './figure.tsx';
import { Sparkline } from './pictures.tsx';
import { Check } from './toggles.tsx';
import { type UiWords, UiWordsProvider } from './words.tsx';

afterEach(cleanup);

function Stepping({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return (
    <UiWordsProvider words={{ increase: 'more', decrease: 'less' } as UiWords}>
      <Stepper label="Take profit" value={value} onValue={setValue} step="0.1" min="0.2" max="0.5" />
    </UiWordsProvider>
  );
}

describe('the stepper', () => {
  it('steps in exact decimals and stops at its range', () => {
    render(<Stepping start="0.2" />);
    const box = screen.getByLabelText<HTMLInputElement>('Take profit');
    const more = screen.getByLabelText<HTMLButtonElement>('more');
    fireEvent.click(more);
    expect(box.value).toBe('0.3');
    for (let press = 0; press < 5; press += 1) fireEvent.click(more);
    expect(box.value).toBe('0.5');
    expect(more.disabled).toBe(true);
  });

  it('begins at the least when the box holds no number', () => {
    render(<Stepping start="abc" />);
    fireEvent.click(screen.getByLabelText('more'));
    expect(screen.getByLabelText<HTMLInputElement>('Take profit').value).toBe('0.3');
  });
});

describe('the choice', () => {
  it('follows the arrow keys round and says which is chosen', () => {
    const chosen = vi.fn();
    render(
      <Chips
        label="Status"
        value="c"
        onChange={chosen}
        options={['a', 'b', 'c'].map((value) => ({ value, label: value }))}
      />,
    );
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('c');
    fireEvent.keyDown(screen.getByRole('radiogroup'), { key: 'ArrowRight' });
    fireEvent.keyDown(screen.getByRole('radiogroup'), { key: 'ArrowLeft' });
    expect(chosen.mock.calls).toEqual([['a'], ['b']]);
  });
});

describe('figures on screen', () => {
  it('show what is missing as -- and nothing at all while amounts are hidden', () => {
    render(
      <>
        <Profit value="NaN" />
        <Hero value={null} unit="USDT" />
      </>,
    );
    expect(screen.getAllByText('--')).toHaveLength(2);
    cleanup();
    const { container } = render(<Profit value="-73.16" hidden />);
    expect(container.textContent).toBe(hiddenFigure);
    expect(container.querySelector('.up, .down')).toBeNull();
  });

  it('draw no curve from one point', () => {
    const { container } = render(<Sparkline points={[5]} direction={1} />);
    expect(container.querySelector('path')).toBeNull();
  });
});

describe('the check', () => {
  it('is toggled by its label, not by the links after it', () => {
    const changed = vi.fn();
    render(
      <Check checked={false} onChange={changed} after={<button type="button">Terms</button>}>
        I agree
      </Check>,
    );
    fireEvent.click(screen.getByText('Terms'));
    expect(changed).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('I agree'));
    expect(changed).toHaveBeenCalledWith(true);
  });
});
