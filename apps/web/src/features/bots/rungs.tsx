// How much of a ladder of orders is used: a rung each, the next one outlined.
export function Rungs({ states }: { states: readonly ('filled' | 'next' | 'waiting')[] }) {
  const marks = { filled: 'on', next: 'next', waiting: undefined } as const;
  return (
    <div className="rungs">
      {states.map((state, at) => (
        <i key={`rung-${at}`} className={marks[state]} />
      ))}
    </div>
  );
}
