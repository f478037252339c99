// The two panes of wide windows as a chunk of their own: a phone's list comes without what draws one bot, and its bot
// without the list.
import { lazy } from 'react';
import { isWide } from '../../../lib/use-wide.ts';

const load = async () => (await import('./components/bot-panes.tsx')).BotPanes;

export const BotPanes = lazy(async () => ({ default: await load() }));

// A failure is met when the panes are drawn.
if (isWide()) load().catch(() => undefined);
