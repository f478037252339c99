// 策略列表、编辑器、详情的文字。
import { botScreens } from './bot-screens.ts';

export const bots = { ...botScreens } as const;
