// Four bars beside the label of a new password, with the word that says the same.
export interface StrengthProps {
  /** 0 shows nothing. */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly label: string;
  readonly word: string;
}

export function Strength({ level, label, word }: StrengthProps) {
  if (level === 0) return null;
  return (
    <span className="hstack" role="status" aria-label={`${label}: ${word}`}>
      <span className="strength" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= level || undefined} />
        ))}
      </span>
      {word}
    </span>
  );
}
