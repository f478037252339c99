// Words of the strategy list, the editor and the detail.
import { botScreens } from './bot-screens.ts';

export const bots = { ...botScreens } as const;
