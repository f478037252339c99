// The states besides content: loading, empty, failed, and the foot of a list.
import { Button } from '../../../ui/button.tsx';
import { InfiniteList } from '../../../ui/lists.tsx';
import { Empty, Failed, Skeleton, SkeletonRows } from '../../../ui/states.tsx';
import { Group } from './group.tsx';

const arts = ['bots', 'failed', 'rank', 'search'] as const;
const nothing = () => undefined;

export function States() {
  return (
    <Group name="States">
      <Skeleton width="60%" />
      <SkeletonRows count={2} label="SkeletonRows" />
      {arts.map((art) => (
        <Empty key={art} art={art} text={`Empty, ${art}`} detail="detail" action={<Button>action</Button>} />
      ))}
      <Failed onRetry={nothing} detail="detail" />
      <Failed onRetry={nothing} busy small />
      <Failed onRetry={nothing} small text="Failed, small" />
      <InfiniteList hasMore={false} loading={false} onMore={nothing}>
        {null}
      </InfiniteList>
      <InfiniteList hasMore loading={false} failed onMore={nothing}>
        {null}
      </InfiniteList>
    </Group>
  );
}
