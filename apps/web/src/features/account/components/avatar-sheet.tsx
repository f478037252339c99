// The built-in pictures to choose from; the choice is kept when it is saved.
import { avatarCodes } from '@cormorant/contract/credential-forms.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Avatar, Note } from '../../../ui/marks.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { setInfo } from '../api/set-info.ts';
import { useSending } from '../use-sending.ts';

const columns = 6;
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };

export interface AvatarSheetProps {
  readonly open: boolean;
  readonly code: string;
  readonly onClose: () => void;
}

export function AvatarSheet({ open, code, onClose }: AvatarSheetProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const { busy, send } = useSending();
  const shown = chosen ?? code;
  function close() {
    setChosen(null);
    setRefusal(undefined);
    onClose();
  }
  const save = () =>
    send(
      async () => {
        await setInfo({ field: 'avatar', value: shown });
        close();
      },
      (error) => setRefusal(error.message),
    );
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('account.profile.chooseAvatar')}
      foot={
        <Button tone="primary" busy={busy} onClick={() => void save()}>
          {t('account.save')}
        </Button>
      }
    >
      <div className="stack">
        <Faces shown={shown} onChoose={setChosen} />
        {refusal ? (
          <Note tone="danger" live>
            {refusal}
          </Note>
        ) : null}
      </div>
    </Sheet>
  );
}

function Faces({ shown, onChoose }: { shown: string; onChoose: (code: string) => void }) {
  const { t } = useTranslation();
  const group = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const count = avatarCodes.length;
    const next = (avatarCodes.indexOf(shown) + step + count) % count;
    onChoose(avatarCodes[next] ?? shown);
    group.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  }
  return (
    <div
      ref={group}
      className="faces"
      role="radiogroup"
      aria-label={t('account.profile.chooseAvatar')}
      onKeyDown={onKeyDown}
    >
      {avatarCodes.map((one, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot be drawn as a picture with a ring
        <button
          key={one}
          type="button"
          role="radio"
          className="faces__item"
          aria-checked={one === shown}
          aria-label={t('account.profile.avatarNumber', { number: at + 1 })}
          tabIndex={one === shown ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          <Avatar code={one} />
        </button>
      ))}
    </div>
  );
}
