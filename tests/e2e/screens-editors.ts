// The editors that the tests look at: the chooser, one editor of each category, their sheets.
import type { Screen } from './screen.ts';

export const editorScreens: readonly Screen[] = [
  { name: 'grid-type', path: '/strategy/martin' },
  { name: 'grid-editor', path: '/strategy/martin/local/grid-spot' },
];
