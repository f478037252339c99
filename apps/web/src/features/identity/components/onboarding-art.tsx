// The pictures of the welcome: a price through the lines of a grid, a practice curve beside the real one, a key without
// the way out. Drawn from the theme's colours.
export function OnboardingArt({ slide }: { slide: 'one' | 'two' | 'three' }) {
  return (
    <svg className="onboarding__art" viewBox="0 0 240 180" fill="none" aria-hidden="true">
      <rect x="20" y="14" width="200" height="152" rx="20" fill="var(--c-surface)" />
      {slide === 'one' ? <Grid /> : slide === 'two' ? <Practice /> : <Key />}
    </svg>
  );
}

function Grid() {
  return (
    <>
      {[48, 76, 104, 132].map((y) => (
        <path key={y} d={`M40 ${y}h160`} stroke="var(--c-line)" strokeWidth="2" strokeDasharray="4 5" />
      ))}
      <path
        d="M40 118 64 132 88 104 108 118 132 76 152 90 176 48 200 62"
        stroke="var(--c-primary)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {[
        [64, 132],
        [108, 118],
        [152, 90],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="6" fill="var(--c-surface)" stroke="var(--c-green)" strokeWidth="3" />
      ))}
      {[
        [88, 104],
        [132, 76],
        [176, 48],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="6" fill="var(--c-surface)" stroke="var(--c-red)" strokeWidth="3" />
      ))}
    </>
  );
}

function Practice() {
  return (
    <>
      <path d="M44 40v100h152" stroke="var(--c-line)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M44 122c24-6 34-30 56-26s26 14 44-10 30-30 52-36"
        stroke="var(--c-text-3)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="2 8"
      />
      <path d="M44 132c24 0 36-20 58-18s28 10 46-8" stroke="var(--c-primary)" strokeWidth="3.5" strokeLinecap="round" />
      <circle cx="148" cy="106" r="7" fill="var(--c-primary)" />
      <rect x="128" y="30" width="68" height="24" rx="12" fill="var(--c-primary-soft)" />
      <circle cx="144" cy="42" r="5" fill="var(--c-primary)" />
      <path d="M156 42h28" stroke="var(--c-primary)" strokeWidth="4" strokeLinecap="round" />
    </>
  );
}

function Key() {
  return (
    <>
      <path
        d="M120 32 166 48v36c0 30-20 52-46 62-26-10-46-32-46-62V48z"
        fill="var(--c-primary-soft)"
        stroke="var(--c-primary)"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <circle cx="108" cy="84" r="12" stroke="var(--c-primary)" strokeWidth="4" />
      <path
        d="M120 84h32M140 84v10M150 84v7"
        stroke="var(--c-primary)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="m104 118 8 8 16-16"
        stroke="var(--c-green)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  );
}
