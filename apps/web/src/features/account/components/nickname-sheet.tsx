// The nickname: one to twenty characters, nothing that could be markup.
import { nicknameForm } from '@cormorant/contract/credential-forms.ts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { setInfo } from '../api/set-info.ts';
import { useSending } from '../use-sending.ts';

const longest = 20;

export interface NicknameSheetProps {
  readonly open: boolean;
  readonly nickname: string;
  readonly onClose: () => void;
}

export function NicknameSheet({ open, nickname, onClose }: NicknameSheetProps) {
  const { t } = useTranslation();
  const form = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const { busy, send } = useSending();
  const shown = typed ?? nickname;
  function close() {
    setTyped(null);
    setRefusal(undefined);
    onClose();
  }
  function save(event: FormEvent) {
    event.preventDefault();
    const name = shown.trim();
    if (name === '') return setRefusal(t('account.profile.nicknameMissing'));
    if (!nicknameForm.test(name)) return setRefusal(t('account.profile.nicknameForm'));
    void send(
      async () => {
        await setInfo({ field: 'nickname', value: name });
        close();
      },
      (error) => setRefusal(error.message),
    );
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('account.profile.editNickname')}
      foot={
        <Button type="submit" form={form} tone="primary" busy={busy}>
          {t('account.save')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        <Field
          label={t('account.profile.nickname')}
          hint={<span className="num">{`${shown.length}/${longest}`}</span>}
          help={t('account.profile.nicknameHelp')}
          name="nickname"
          autoComplete="nickname"
          maxLength={longest}
          value={shown}
          error={refusal}
          onValue={(value) => {
            setTyped(value);
            setRefusal(undefined);
          }}
        />
      </form>
    </Sheet>
  );
}
