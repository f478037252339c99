// The parts of the kit in their states, on the page of diagnostics of a development build. Its words are names of parts
// and no text of the product, so they are in no language file; a production build does not hold this room.
import { Actions } from './actions.tsx';
import { Choices } from './choices.tsx';
import { Fields } from './fields.tsx';
import { Figures } from './figures.tsx';
import { Marks } from './marks.tsx';
import { Overlays } from './overlays.tsx';
import { Rows } from './rows.tsx';
import { States } from './states.tsx';

export function Gallery() {
  return (
    <section className="stack" aria-label="Component gallery">
      <Actions />
      <Fields />
      <Choices />
      <Rows />
      <Marks />
      <Figures />
      <States />
      <Overlays />
    </section>
  );
}
