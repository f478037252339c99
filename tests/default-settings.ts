// The operator's settings where no test has changed any.
import { type Settings, settingTable } from '../apps/server/src/ports/settings.ts';

export const defaultSettings: Settings = { get: (key) => settingTable[key].default as never };
