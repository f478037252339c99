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
import { Empty, Failed, Skeleton, SkeletonRows } from '../../../ui/states.tsx';
import { summaryQuery, teamQuery } from '../api/team.ts';
import { ExampleBar } from '../components/example-bar.tsx';
import { type Member, MemberRow } from '../components/member-row.tsx';
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
        <Hero value={summary?.share_total ?? null} unit="USDT" decimals={2} />
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
      <Card>
        {summary === undefined ? <Skeleton height={64} /> : <OwnRate summary={summary} />}
        <p className="t-meta c2 sharenote">{t('team.onlyFees')}</p>
      </Card>
    </>
  );
}

function OwnRate({ summary }: { readonly summary: Data<'userTeamSummary'> }) {
  const { t } = useTranslation();
  const members = useQuery(teamQuery()).data?.list ?? [];
  const example = members.find(({ rate = 0 }) => rate > 0)?.rate ?? 0;
  const { referrer } = summary;
  return (
    <>
      <Stats columns={2}>
        <Stat label={t('team.myRate')} large>
          <span className="num">{summary.rate}%</span>
        </Stat>
        <Stat label={t('team.referrer')} end>
          {referrer === null ? (
            t('team.noReferrer')
          ) : (
            <>
              {referrer.nickname_mask} <span className="num c3">{referrer.sn}</span>
            </>
          )}
        </Stat>
      </Stats>
      {summary.is_partner === 1 ? <ExampleBar own={summary.rate} member={example} /> : null}
    </>
  );
}

function Members({ isPartner, onOpen }: { readonly isPartner: boolean; readonly onOpen: (member: Member) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const team = useQuery(teamQuery());
  const list = team.data?.list ?? [];
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
        {team.isError ? (
          <Failed small onRetry={() => void team.refetch()} busy={team.isFetching} />
        ) : team.data === undefined ? (
          <SkeletonRows count={3} label={t('ui.loading')} />
        ) : list.length === 0 ? (
          <Empty text={t('team.noMembers')} detail={t('team.noMembersDetail')} />
        ) : (
          <div className="list list--inset">
            {list.map((member) => (
              <MemberRow
                key={member.sn}
                member={member}
                onPress={() => onOpen(member)}
                end={isPartner ? <span className="num">{member.rate ?? 0}%</span> : null}
              />
            ))}
          </div>
        )}
      </Card>
    </Section>
  );
}

function MembersOf({ member, onClose }: { readonly member: Member | null; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const below = useQuery({ ...teamQuery(member?.sn ?? ''), enabled: member !== null });
  const list = below.data?.list ?? [];
  return (
    <Sheet
      open={member !== null}
      onClose={onClose}
      title={t('team.membersOf', { name: member?.nickname_mask ?? '', sn: maskedSn(member?.sn ?? '') })}
    >
      {below.isError ? (
        <Failed small onRetry={() => void below.refetch()} busy={below.isFetching} />
      ) : below.data === undefined ? (
        <SkeletonRows count={2} label={t('ui.loading')} />
      ) : list.length === 0 ? (
        <Empty text={t('team.noneBelow')} />
      ) : (
        <div className="list">
          {list.map((one) => (
            <MemberRow key={`${one.sn}${one.registered_at}`} member={one} />
          ))}
        </div>
      )}
    </Sheet>
  );
}
