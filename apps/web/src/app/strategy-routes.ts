// The paths of the strategies, each with its chunk: list, editor and detail.
import type { ScreenRoute } from './routes.tsx';

export const strategyRoutes: readonly ScreenRoute[] = [];
