// The operations of one screen: what is asked of the person first, what runs, what failed. Destruction is always asked
// about; editing a running bot leads through its pause.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { newRequestId } from '../../../lib/api/request-id.ts';
import { askAgain, type Intent, operateBot } from './api/operate-bot.ts';

export type BotAction = Intent['action'] | 'edit' | 'log';
export type Question = 'stop' | 'delete' | 'close' | 'edit' | 'add';
type Subject = Pick<Bot, 'id' | 'name' | 'symbol' | 'status' | 'position_count' | 'simulated_market'>;

export interface Operations {
  /** What the open (or closing) sheet is about. */
  readonly question: { readonly kind: Question; readonly bot: Subject } | null;
  readonly open: boolean;
  readonly busy: Intent | null;
  readonly failure: { readonly intent: Intent; readonly error: ApiError } | null;
  /** What a button asks for. */
  ask(bot: Subject, action: BotAction): void;
  /** True when it was done. */
  run(intent: Intent): Promise<boolean>;
  pauseAndEdit(): Promise<void>;
  dismiss(): void;
  forgetFailure(): void;
}

const asked: ReadonlySet<BotAction> = new Set<BotAction>(['stop', 'delete', 'close', 'add']);

export function useOperations(): Operations {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Operations['question']>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState<Intent | null>(null);
  const [failure, setFailure] = useState<Operations['failure']>(null);
  const unanswered = useRef(new Map<string, string>());

  // One object as long as nothing of it changes: what is drawn with it need not be drawn again.
  return useMemo(() => {
    async function run(intent: Intent): Promise<boolean> {
      if (busy !== null) return false;
      const key = JSON.stringify(intent);
      const requestId = unanswered.current.get(key) ?? newRequestId();
      unanswered.current.set(key, requestId);
      setBusy(intent);
      setFailure(null);
      try {
        await operateBot(intent, requestId);
        unanswered.current.delete(key);
        setOpen(false);
        return true;
      } catch (error) {
        const refused = error as ApiError;
        if (!refused.passing) unanswered.current.delete(key);
        setFailure({ intent, error: refused });
        return false;
      } finally {
        setBusy(null);
        void askAgain(client, intent.botId);
      }
    }

    function ask(bot: Subject, action: BotAction): void {
      setFailure(null);
      if (action === 'log') void navigate(`/strategy/action/${bot.id}`);
      else if (action === 'edit' && bot.status !== 'running') void navigate(editPath(bot.id));
      else if (action === 'edit' || asked.has(action)) {
        setQuestion({ kind: action as Question, bot });
        setOpen(true);
      } else void run({ botId: bot.id, action });
    }

    async function pauseAndEdit(): Promise<void> {
      if (question === null) return;
      const { id } = question.bot;
      if (await run({ botId: id, action: 'pause' })) void navigate(editPath(id));
    }

    return {
      question,
      open,
      busy,
      failure,
      ask,
      run,
      pauseAndEdit,
      dismiss: () => setOpen(false),
      forgetFailure: () => {
        setFailure(null);
        setOpen(false);
      },
    };
  }, [client, navigate, question, open, busy, failure]);
}

export function editPath(botId: number): string {
  return `/strategy/martin/${botId}`;
}
