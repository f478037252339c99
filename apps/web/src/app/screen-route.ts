// How a path names its screen: the chunk is loaded when the screen is first shown.
import type { ComponentType } from 'react';

/** A screen of this path, loaded when it is first shown. */
export interface ScreenRoute {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}
