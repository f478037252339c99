// Buttons in every tone, size and state.
import { Button, IconButton } from '../../../ui/button.tsx';
import { Group, Line } from './group.tsx';

const tones = ['plain', 'primary', 'soft', 'danger', 'danger-soft', 'line', 'text'] as const;
const iconSizes = ['xs', 's', 'm', 'l'] as const;

export function Actions() {
  return (
    <Group name="Buttons">
      <Line>
        {tones.map((tone) => (
          <Button key={tone} tone={tone}>
            {tone}
          </Button>
        ))}
      </Line>
      <Line>
        <Button tone="primary" size="s" icon="plus">
          small
        </Button>
        <Button tone="primary" icon="plus">
          medium
        </Button>
        <Button tone="primary" size="l" icon="plus">
          large
        </Button>
      </Line>
      <Line>
        <Button tone="primary" busy>
          busy
        </Button>
        <Button tone="primary" disabled>
          disabled
        </Button>
        <Button disabled>disabled</Button>
      </Line>
      <Button tone="primary" size="l" block>
        block
      </Button>
      <Line>
        {iconSizes.map((size) => (
          <IconButton key={size} icon="gear" label={`icon ${size}`} size={size} />
        ))}
      </Line>
    </Group>
  );
}
