// Why a bot stands still, in a sentence, and the one thing that helps.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { asideWords, panicWords, pauseWords, stopWords, wordsOf } from '@cormorant/contract/labels/words.ts';

/** Of the catalogue, whose texts are the server's: with it they would come along to the phone. */
const SET_ASIDE = 4026;

export type Remedy = 'resume' | 'retry' | 'log' | 'assets' | 'keys' | 'fuel' | null;

export interface Reason {
  readonly tone: 'neutral' | 'warn' | 'danger';
  readonly text: string;
  readonly remedy: Remedy;
}

type Stated = Pick<
  Bot,
  'status' | 'phase' | 'pause_reason' | 'stop_reason' | 'last_error' | 'halted' | 'position_count'
>;

const remedies: Readonly<Record<Bot['pause_reason'], Remedy>> = {
  '': 'resume',
  user: 'resume',
  fuel: 'fuel',
  api: 'keys',
  maintenance: null,
  risk: 'log',
  balance: 'assets',
  exchange: null,
  operator: null,
};

/** Nobody trades it until it can be saved and read again. */
export function isAside({ last_error, phase }: Pick<Bot, 'last_error' | 'phase'>): boolean {
  return phase === 'error' && last_error?.code === SET_ASIDE;
}

/** Null while there is nothing to say: it runs, or the person stopped it. */
export function reasonOf(bot: Stated, language: 'zh' | 'en', troubleText: string): Reason | null {
  if (isAside(bot)) {
    const text = wordsOf(asideWords, bot.position_count > 0 ? 'held' : 'flat', language);
    return { tone: 'danger', text, remedy: 'retry' };
  }
  if (bot.status === 'paused' && bot.halted === 1)
    return { tone: 'danger', text: wordsOf(panicWords, 'halted', language), remedy: 'resume' };
  if (bot.status === 'paused') {
    const text = wordsOf(pauseWords, bot.pause_reason === '' ? 'user' : bot.pause_reason, language);
    return { tone: 'warn', text, remedy: remedies[bot.pause_reason] };
  }
  if (bot.status === 'stopped') {
    const quiet = bot.stop_reason === '' || bot.stop_reason === 'user';
    return quiet ? null : { tone: 'neutral', text: wordsOf(stopWords, bot.stop_reason, language), remedy: null };
  }
  if (bot.phase !== 'error') return null;
  return { tone: 'danger', text: bot.last_error?.msg || troubleText, remedy: 'log' };
}
