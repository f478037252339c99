// Profit-share rates: my own with an example, the rates I give to direct members, and every change. A lower rate counts from the
// next day, which is said before it is sent.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { Stat } from '../../../ui/figure.tsx';
import { Dialog, Sheet } from '../../../ui/overlays.tsx';
import { Row } from '../../../ui/row.tsx';
import { Empty, Failed, Skeleton, SkeletonRows } from '../../../ui/states.tsx';
import { dayTime } from '../../../ui/times.ts';
import { giveRate, rateHistoryQuery, summaryQuery, teamQuery } from '../api/team.ts';
import { ExampleBar } from '../components/example-bar.tsx';
import { MemberList } from '../components/member-list.tsx';
import type { Member } from '../components/member-row.tsx';
import { OwnRate } from '../components/own-rate.tsx';
import { TeamPage } from '../components/team-page.tsx';
import { bringsNothing, stepped } from '../rates.ts';

export function Rate() {
  const { t } = useTranslation();
  const summary = useQuery(summaryQuery());
  return (
    <TeamPage title={t('team.rateTitle')} parent="/team">
      {summary.isError ? (
        <Failed onRetry={() => void summary.refetch()} busy={summary.isFetching} />
      ) : summary.data === undefined ? (
        <Card aria-busy>
          <Skeleton height={120} />
        </Card>
      ) : (
        <>
          <Own summary={summary.data} />
          {summary.data.is_partner === 1 ? <Given own={summary.data.rate} /> : null}
          <History />
        </>
      )}
    </TeamPage>
  );
}

function Own({ summary }: { readonly summary: Data<'userTeamSummary'> }) {
  const { t } = useTranslation();
  const cap = (
    <Stat label={t('team.cap')} end>
      <span className="num">{summary.rate_cap}%</span>
    </Stat>
  );
  return (
    <OwnRate summary={summary} beside={cap} otherwise={<p className="t-body c2 mt-3">{t('team.notPartner')}</p>} />
  );
}

function Given({ own }: { readonly own: number }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const list = useQuery(teamQuery()).data?.list ?? [];
  const [chosen, setChosen] = useState<string | null>(search.get('uid'));
  const member = list.find(({ sn }) => sn === chosen) ?? null;
  return (
    <Section title={t('team.members')}>
      <Card flush>
        <MemberList
          none={t('team.noMembers')}
          end={({ next_rate, rate = 0, sn }) => (
            <span className="hstack">
              <span className="ratecell">
                <span className="num">{rate}%</span>
                {next_rate === undefined ? null : (
                  <span className="t-tag c2">{t('team.next', { rate: next_rate })}</span>
                )}
                {bringsNothing(own, rate) ? <span className="t-tag c2">{t('team.noDifference')}</span> : null}
              </span>
              <Button size="s" tone="soft" onClick={() => setChosen(sn)}>
                {t('team.set')}
              </Button>
            </span>
          )}
        />
      </Card>
      {member === null ? null : <RateSheet key={member.sn} own={own} member={member} onClose={() => setChosen(null)} />}
    </Section>
  );
}

function RateSheet({
  member,
  onClose,
  own,
}: {
  readonly member: Member;
  readonly own: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { max_rate: max = 0, min_rate: min = 0, rate: now = 0 } = member;
  const [rate, setRate] = useState(member.next_rate ?? now);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  async function save() {
    setAsking(false);
    setBusy(true);
    // A refusal was shown as a toast; the sheet stays with what was chosen.
    const given = await giveRate(member.sn, rate).then(
      () => true,
      () => false,
    );
    setBusy(false);
    if (given) onClose();
  }
  return (
    <>
      <Sheet
        open
        onClose={onClose}
        title={t('team.rateOf', { name: member.nickname_mask })}
        foot={
          <Button
            tone="primary"
            size="l"
            block
            busy={busy}
            disabled={rate === (member.next_rate ?? now)}
            onClick={() => (rate < now ? setAsking(true) : void save())}
          >
            {t('action.save')}
          </Button>
        }
      >
        <div className="stack">
          <div className="ratestep">
            <IconButton
              icon="minus"
              label={t('team.lower')}
              disabled={rate <= min}
              onClick={() => setRate(stepped(rate, -1, min, max))}
            />
            <output className="num ratestep__value" aria-live="polite">
              {rate}%
            </output>
            <IconButton
              icon="plus"
              label={t('team.raise')}
              disabled={rate >= max}
              onClick={() => setRate(stepped(rate, 1, min, max))}
            />
          </div>
          <p className="t-meta c2 text-center">{t('team.range', { min, max })}</p>
          <ExampleBar own={own} member={rate} />
          {bringsNothing(own, rate) ? <p className="t-meta c2">{t('team.noDifferenceNote')}</p> : null}
          {rate < now ? <p className="t-meta c2">{t('team.lowerNote')}</p> : null}
        </div>
      </Sheet>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('team.lowerTitle')}
        text={t('team.lowerText', { from: now, to: rate })}
        actions={[
          { label: t('action.cancel'), onPress: () => setAsking(false) },
          { label: t('action.confirm'), tone: 'primary', onPress: () => void save() },
        ]}
      />
    </>
  );
}

function History() {
  const { t } = useTranslation();
  const history = useQuery(rateHistoryQuery());
  const list = history.data?.list ?? [];
  return (
    <Section title={t('team.history')}>
      <Card flush>
        {history.isError ? (
          <Failed small onRetry={() => void history.refetch()} busy={history.isFetching} />
        ) : history.data === undefined ? (
          <SkeletonRows count={2} label={t('ui.loading')} />
        ) : list.length === 0 ? (
          <Empty text={t('team.noHistory')} />
        ) : (
          <div className="list list--inset">
            {list.map((change) => (
              <Row
                key={change.id}
                title={
                  change.mine === 1 ? (
                    t('team.myRate')
                  ) : (
                    <>
                      {change.nickname_mask} <span className="num c3 t-meta">{change.sn_mask}</span>
                    </>
                  )
                }
                meta={<span className="num">{dayTime(change.created_at)}</span>}
                end={
                  <span className="num">
                    {change.from}% → {change.to}%
                  </span>
                }
                endMeta={
                  change.state === 'waiting'
                    ? t('team.state.waiting', { time: dayTime(change.effective_at) })
                    : t(`team.state.${change.state}`)
                }
              />
            ))}
          </div>
        )}
      </Card>
    </Section>
  );
}
