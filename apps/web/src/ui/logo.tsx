// The mark: the letter C and the bird in one outline, on its tile or alone in the current colour.
const outline =
  'M61 52C52.5 56 43 58.5 34 58.5C17.5 58.5 7 49.5 7 36C7 20.5 17.2 7 32 7C37 7 39.7 9.2 43.7 10.2L57.6 13.7C61.9 14.8 62.7 19.8 60 25C59.1 21.6 57.5 20.2 54.5 20L42 19.3C30 18.6 20.5 25 20.5 35C20.5 37 21 39 22 40.5C24.5 33.5 31 30 38.5 31.5C49 33.6 50.5 45 61 52ZM33.5 11.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z';

export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="15" fill="#1f5eff" />
      <path fill="#fff" fillRule="evenodd" transform="translate(8.6 9.2) scale(.72)" d={outline} />
    </svg>
  );
}

export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={outline} />
    </svg>
  );
}
