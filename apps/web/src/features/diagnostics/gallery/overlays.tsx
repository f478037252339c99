// What lies above the page: sheet, dialogs of each tone, toasts of each kind.
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, Sheet } from '../../../ui/overlays.tsx';
import { Group, Line } from './group.tsx';

const tones = ['primary', 'warn', 'danger'] as const;
const kinds = ['success', 'error', 'warning', 'info'] as const;

export function Overlays() {
  const [open, setOpen] = useState<'sheet' | (typeof tones)[number] | null>(null);
  const close = () => setOpen(null);
  return (
    <Group name="Overlays">
      <Line>
        <Button onClick={() => setOpen('sheet')}>sheet</Button>
        {tones.map((tone) => (
          <Button key={tone} onClick={() => setOpen(tone)}>
            dialog, {tone}
          </Button>
        ))}
      </Line>
      <Line>
        {kinds.map((kind) => (
          <Button key={kind} onClick={() => showToast(kind, `Toast, ${kind}`)}>
            toast, {kind}
          </Button>
        ))}
      </Line>
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="Sheet"
        foot={
          <Button tone="primary" onClick={close}>
            foot
          </Button>
        }
      >
        <p>body</p>
      </Sheet>
      {tones.map((tone) => (
        <Dialog
          key={tone}
          open={open === tone}
          onClose={close}
          icon={tone === 'primary' ? 'info' : 'warn'}
          tone={tone}
          title={`Dialog, ${tone}`}
          text="text"
          actions={[
            { label: 'plain', onPress: close },
            { label: 'action', onPress: close, tone: tone === 'danger' ? 'danger' : 'primary', busy: tone === 'warn' },
          ]}
        />
      ))}
    </Group>
  );
}
