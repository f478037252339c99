// An address in full beside another one: every digit that differs is marked.

/** Runs of digits that differ from the other address, and those that do not; upper and lower case are the same digit. */
function runsOf(
  address: string,
  other: string,
): { readonly text: string; readonly at: number; readonly differs: boolean }[] {
  const runs: { text: string; at: number; differs: boolean }[] = [];
  for (const [at, digit] of [...address].entries()) {
    const differs = digit.toLowerCase() !== other[at]?.toLowerCase();
    const last = runs.at(-1);
    if (last?.differs === differs) last.text += digit;
    else runs.push({ text: digit, at, differs });
  }
  return runs;
}

export function ComparedAddress({ address, other }: { readonly address: string; readonly other: string }) {
  return (
    <span className="custody__address">
      {runsOf(address, other).map(({ at, differs, text }) =>
        differs ? (
          <mark key={at} className="custody__differs">
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </span>
  );
}
