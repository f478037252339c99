// The paths of the strategies, each with its chunk: list, editor and detail.
import type { RouteObject } from 'react-router';

export const strategyRoutes: RouteObject[] = [];
