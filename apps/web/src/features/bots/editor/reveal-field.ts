// Brings the field that a refusal speaks of into view and, where it is a box, under the cursor.
export function revealField(key: string): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>(`main [data-field="${CSS.escape(key)}"]`);
    if (place === null) return;
    place.scrollIntoView({ block: 'center', behavior: 'instant' });
    const target = place.matches('button')
      ? place
      : (place.querySelector<HTMLElement>('input') ?? place.querySelector<HTMLElement>('button'));
    target?.focus({ preventScroll: true });
  });
}
