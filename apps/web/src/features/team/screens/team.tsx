// My team, the view of money: what shares brought, how large the team is, my own rate with an example, and the direct members;
// a press on one shows who came by them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { Hero, Stat, Stats } from '../../../ui/figure.tsx';
import { formatUsdt } from '../../../ui/figures.ts';
import { PullToRefresh } from '../../../ui/lists.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { summaryQuery, teamQuery } from '../api/team.ts';
import { MemberList } from '../components/member-list.tsx';
import type { Member } from '../components/member-row.tsx';
import { OwnRate } from '../components/own-rate.tsx';
import { RulesSheet } from '../components/rules-sheet.tsx';
import { TeamPage } from '../components/team-page.tsx';
import { maskedSn } from '../rates.ts';

export function Team() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [rules, setRules] = useState(false);
  const [opened, setOpened] = useState<Member | null>(null);
  const summary = useQuery(summaryQuery());
  const help = <IconButton icon="help" label={t('team.rules')} onClick={() => setRules(true)} />;
  return (
    <TeamPage title={t('team.title')} parent="/my" action={help}>
      <PullToRefresh onRefresh={() => queryClient.invalidateQueries()}>
        <div className="stack stack--l">
          {summary.isError ? (
            <Failed onRetry={() => void summary.refetch()} busy={summary.isFetching} />
          ) : (
            <Summary summary={summary.data} />
          )}
          <Members isPartner={summary.data?.is_partner === 1} onOpen={setOpened} />
          <Button tone="primary" size="l" block icon="invite" onClick={() => void navigate('/referral')}>
            {t('team.invite')}
          </Button>
        </div>
      </PullToRefresh>
      <RulesSheet open={rules} onClose={() => setRules(false)} cap={summary.data?.rate_cap ?? null} />
      <MembersOf member={opened} onClose={() => setOpened(null)} />
    </TeamPage>
  );
}

function Summary({ summary }: { readonly summary: Data<'userTeamSummary'> | undefined }) {
  const { t } = useTranslation();
  const amount = (value: string | undefined) => (value === undefined ? '--' : formatUsdt(value));
  return (
    <>
      <Card aria-busy={summary === undefined}>
        <p className="t-meta c2">{t('team.shareTotal')}</p>
        <div className="mb-3">
          <Hero value={summary?.share_total ?? null} unit="USDT" decimals={2} />
        </div>
        <Stats columns={3}>
          <Stat label={t('team.shareToday')}>{amount(summary?.share_today)}</Stat>
          <Stat label={t('team.shareMonth')}>{amount(summary?.share_month)}</Stat>
          <Stat label={t('team.fuelTotal')}>{amount(summary?.fuel_total)}</Stat>
          <Stat label={t('team.direct')}>{summary?.direct ?? '--'}</Stat>
          <Stat label={t('team.total')}>{summary?.total ?? '--'}</Stat>
          <Stat label={t('team.active')}>{summary?.active_30d ?? '--'}</Stat>
          <Stat label={t('team.fuelToday')}>{amount(summary?.fuel_today)}</Stat>
          <Stat label={t('team.newToday')}>{summary?.new_today ?? '--'}</Stat>
        </Stats>
      </Card>
      {summary === undefined ? (
        <Card aria-busy>
          <Skeleton height={64} />
        </Card>
      ) : (
        <OwnRate summary={summary} beside={<Referrer referrer={summary.referrer} />} />
      )}
    </>
  );
}

function Referrer({ referrer }: Pick<Data<'userTeamSummary'>, 'referrer'>) {
  const { t } = useTranslation();
  return (
    <Stat label={t('team.referrer')} end>
      {referrer === null ? (
        t('team.noReferrer')
      ) : (
        <>
          {referrer.nickname_mask} <span className="num c3">{referrer.sn}</span>
        </>
      )}
    </Stat>
  );
}

function Members({ isPartner, onOpen }: { readonly isPartner: boolean; readonly onOpen: (member: Member) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const team = useQuery(teamQuery());
  return (
    <Section
      title={
        <>
          {t('team.members')} <span className="num c3">{team.data?.total ?? ''}</span>
        </>
      }
      end={
        isPartner ? (
          <Button size="s" tone="soft" onClick={() => void navigate('/my/rate')}>
            {t('team.setRates')}
          </Button>
        ) : null
      }
    >
      <Card flush>
        <MemberList
          none={t('team.noMembers')}
          noneDetail={t('team.noMembersDetail')}
          end={({ rate = 0 }) => (isPartner ? <span className="num">{rate}%</span> : null)}
          onPress={onOpen}
        />
      </Card>
    </Section>
  );
}

function MembersOf({ member, onClose }: { readonly member: Member | null; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { nickname_mask: name = '', sn = '' } = member ?? {};
  return (
    <Sheet open={member !== null} onClose={onClose} title={t('team.membersOf', { name, sn: maskedSn(sn) })}>
      {member === null ? null : <MemberList of={sn} none={t('team.noneBelow')} />}
    </Sheet>
  );
}
