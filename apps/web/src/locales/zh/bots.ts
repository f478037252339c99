// Words of the strategy list, the editor and the detail, in Chinese.
import { botScreens } from './bot-screens.ts';

export const bots = { ...botScreens } as const;
