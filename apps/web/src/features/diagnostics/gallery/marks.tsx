// Pills, tags, coins, risk, notes, and all the built-in faces.
import { Logo, Mark } from '../../../ui/logo.tsx';
import { Avatar, Coin, Note, Pill, RiskDots, Tag } from '../../../ui/marks.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Group, Line } from './group.tsx';

const pills = ['running', 'waiting', 'paused', 'stopped', 'error'] as const;
const tags = ['p', 'w', 'sim', 'up', 'down'] as const;
const tones = ['neutral', 'info', 'warn', 'danger'] as const;
const coins = ['BTC', 'ETH', 'USDT', 'BNB', 'SOL', 'XRP', 'DOGE', 'ADA', 'PEPE', 'ZZZ'];
const faces = Array.from({ length: 24 }, (_, at) => `a${String(at + 1).padStart(2, '0')}`);

export function Marks() {
  return (
    <>
      <Group name="Marks">
        <Line>
          {pills.map((kind) => (
            <Pill key={kind} kind={kind}>
              {kind}
            </Pill>
          ))}
        </Line>
        <Line>
          <Tag>tag</Tag>
          {tags.map((kind) => (
            <Tag key={kind} kind={kind}>
              {kind}
            </Tag>
          ))}
        </Line>
        <Line>
          {coins.map((code) => (
            <Coin key={code} code={code} />
          ))}
        </Line>
        <Line>
          <Coin code="BTC" size="s" />
          <Coin code="BTC" size="l" />
          <RiskDots level={3} label="Risk" />
          <Logo size={40} />
          <Mark size={40} />
        </Line>
        {tones.map((tone) => (
          <Note key={tone} tone={tone}>
            Note, {tone}
          </Note>
        ))}
        <Note tone="warn" action={{ label: 'action', onPress: () => undefined }}>
          Note with its cure
        </Note>
        <Prose text={'## Prose\n\nA paragraph with **bold** and a [link](/test).\n\n- one\n- two'} />
      </Group>
      <Group name="Avatars">
        <Line>
          {faces.map((code) => (
            <figure key={code} data-face={code}>
              <Avatar code={code} />
              <figcaption className="t-tag c3">{code}</figcaption>
            </figure>
          ))}
        </Line>
        <Line>
          <Avatar code="a01" size="s" />
          <Avatar code="a01" />
          <Avatar code="a01" size="l" />
          <Avatar code={undefined} />
        </Line>
      </Group>
    </>
  );
}
