// Words of the strategy list, the editor and the detail.
export const bots = {} as const;
