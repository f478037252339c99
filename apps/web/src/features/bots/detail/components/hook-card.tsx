// The webhook of a custom bot: its address masked, or whole the one time it is made, with the key its signals may be
// signed with, when the last one came, and what one looks like. A new address is asked about first, because the old ends.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../lib/api/client.ts';
import { copy } from '../../../../lib/copy.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { KeyValues } from '../../../../ui/figure.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { dayTime } from '../../../../ui/times.ts';

export interface HookCardProps {
  readonly botId: number;
  /** As botDetail has it; undefined before the first address was made. */
  readonly webhook: { readonly url: string; readonly last_at: number | null } | undefined;
}

/** The braces are TradingView's: it puts the pair and the time there. Two alerts of one second differ by their action. */
const example = `{ "id": "open {{ticker}} {{timenow}}", "action": "open", "side": "buy", "amount": "50", "ts": "{{timenow}}" }`;

export function HookCard({ botId, webhook }: HookCardProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const making = useMutation({
    // Only this card's memory has the whole address; it is gone when the page is left.
    mutationFn: () => call('botHook', { query: { id: botId }, body: {} }, { screenHandled: true }),
    onSettled: () => {
      setAsking(false);
      return client.invalidateQueries({ queryKey: ['botDetail', botId] });
    },
  });
  const fresh = making.data;
  const last = webhook?.last_at ?? null;
  return (
    <Card>
      <CardHead title={t('conditions.hook.title')}>
        <Button
          tone="soft"
          busy={making.isPending}
          onClick={() => (webhook === undefined && fresh === undefined ? making.mutate() : setAsking(true))}
        >
          {t(webhook === undefined && fresh === undefined ? 'conditions.hook.make' : 'conditions.hook.renew')}
        </Button>
      </CardHead>
      <div className="stack">
        <p className="t-body c2">{t('conditions.hook.text')}</p>
        {fresh === undefined ? (
          <div className="hook__text">{webhook?.url ?? t('conditions.hook.none')}</div>
        ) : (
          <>
            <Note tone="warn" live>
              {t('conditions.hook.once')}
            </Note>
            <Shown label={t('conditions.hook.url')} text={fresh.url} />
            <Shown label={t('conditions.hook.secret')} text={fresh.secret} />
          </>
        )}
        {making.isError ? (
          <Note tone="danger" live>
            {t('conditions.hook.failed')}
          </Note>
        ) : null}
        <KeyValues
          rows={[
            { label: t('conditions.hook.last'), value: last === null ? t('conditions.hook.never') : dayTime(last) },
          ]}
        />
        <Shown label={t('conditions.hook.example')} text={example} />
        <p className="t-meta c3">{t('conditions.hook.exampleHint')}</p>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('conditions.hook.renewTitle')}
        text={t('conditions.hook.renewText')}
        actions={[
          { label: t('conditions.hook.cancel'), onPress: () => setAsking(false) },
          { label: t('conditions.hook.renew'), tone: 'danger', busy: making.isPending, onPress: () => making.mutate() },
        ]}
      />
    </Card>
  );
}

/** A text to take away; the button says what became of it. */
function Shown({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<'copy' | 'copied' | 'notCopied'>('copy');
  return (
    <div className="field">
      <div className="field__label">
        <span>{label}</span>
        <Button
          tone="text"
          icon="copy"
          onClick={() => void copy(text).then((done) => setSaid(done ? 'copied' : 'notCopied'))}
          aria-live="polite"
        >
          {t(`conditions.hook.${said === 'notCopied' ? 'copy' : said}`)}
        </Button>
      </div>
      <div className="hook__text">{text}</div>
      <div className="field__help field__help--error">
        {said === 'notCopied' ? t('conditions.hook.notCopied') : null}
      </div>
    </div>
  );
}
