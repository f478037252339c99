// Direct members, mine or those of one of them, while they are asked for, when there are none, and one row each.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx';
import { teamQuery } from '../api/team.ts';
import { type Member, MemberRow } from './member-row.tsx';

export interface MemberListProps {
  /** Whose members; mine when absent. */
  readonly of?: string;
  readonly none: string;
  readonly noneDetail?: string;
  /** What stands at the end of a row. */
  readonly end?: (member: Member) => ReactNode;
  readonly onPress?: (member: Member) => void;
}

export function MemberList({ end, none, noneDetail, of, onPress }: MemberListProps) {
  const { t } = useTranslation();
  const team = useQuery(teamQuery(of));
  if (team.data === undefined) {
    return team.isError ? (
      <Failed small onRetry={() => void team.refetch()} busy={team.isFetching} />
    ) : (
      <SkeletonRows count={3} label={t('ui.loading')} />
    );
  }
  const { list } = team.data;
  if (list.length === 0) return <Empty text={none} detail={noneDetail} />;
  return (
    <div className="list list--inset">
      {list.map((member) => (
        <MemberRow
          key={`${member.sn}${member.registered_at}`}
          member={member}
          end={end?.(member)}
          {...(onPress && { onPress: () => onPress(member) })}
        />
      ))}
    </div>
  );
}
