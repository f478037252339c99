// A long list: its first rows in the first rendering, the rest in small pieces, all of them in the end.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Below } from './below.tsx';
import { useGrowing } from './growing.ts';

let counts: number[] = [];
function List({ total }: { total: number }) {
  const count = useGrowing(total, 4, 3);
  if (counts.at(-1) !== count) counts.push(count);
  return (
    <ul>
      {Array.from({ length: Math.min(total, count) }, (_, at) => (
        <li key={`row-${at}`} />
      ))}
    </ul>
  );
}

afterEach(() => {
  cleanup();
  counts = [];
});

it('grows from its first rows to all of them, a piece at a time', () => {
  render(<List total={12} />);
  expect(counts).toEqual([4, 7, 10, 13]);
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
});

it('draws a short list at once', () => {
  render(<List total={4} />);
  expect(counts).toEqual([4]);
});

it('goes on when the list grows', () => {
  const { rerender } = render(<List total={0} />);
  rerender(<List total={9} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
});

it('draws what stands below one child after the other, and leaves room until all are there', () => {
  const seen: number[] = [];
  function Part({ name }: { name: string }) {
    seen.push(document.querySelectorAll('.below').length);
    return <p>{name}</p>;
  }
  render(
    <Below>
      <Part name="a" />
      {null}
      <Part name="b" />
    </Below>,
  );
  expect(screen.getAllByText(/^[ab]$/)).toHaveLength(2);
  // Both were drawn while there was room below.
  expect(seen.every((rooms) => rooms === 1)).toBe(true);
  expect(document.querySelectorAll('.below')).toHaveLength(0);
});
