// What stands against a bot of the list and what helps, under its card or its row.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { BotReasonNote } from '../../bot-reason-note.tsx';
import { DriftNote } from '../../drift/drift-note.tsx';
import type { Operations } from '../../operations/use-operations.ts';

export function BotNotes({ bot, operations }: { bot: Bot; operations: Operations }) {
  return (
    <div className="botnotes">
      <BotReasonNote bot={bot} operations={operations} brief />
      <DriftNote bot={bot} />
    </div>
  );
}
