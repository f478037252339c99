// 策略列表、编辑器、详情的文字。
export const bots = {} as const;
