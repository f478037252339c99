// One member: masked name and number, what was used, how many came by them; a partner's own members with the rate.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Data } from '../../../lib/api/client.ts';
import { formatUsdt } from '../../../ui/figures.ts';
import { Avatar, Tag } from '../../../ui/marks.tsx';
import { Row } from '../../../ui/row.tsx';
import { maskedSn } from '../rates.ts';

export type Member = Data<'userTeam'>['list'][number];

export interface MemberRowProps {
  readonly member: Member;
  readonly end?: ReactNode;
  readonly onPress?: () => void;
}

export function MemberRow({ end, member, onPress }: MemberRowProps) {
  const { t } = useTranslation();
  return (
    <Row
      start={<Avatar code={member.avatar} />}
      title={
        <>
          {member.nickname_mask} <span className="num c3 t-meta">{maskedSn(member.sn)}</span>{' '}
          {member.active === 1 ? null : <Tag>{t('team.inactive')}</Tag>}
        </>
      }
      meta={t('team.memberLine', { fuel: formatUsdt(member.fuel_used), count: member.team_count })}
      end={end}
      {...(onPress === undefined ? {} : { onPress })}
    />
  );
}
