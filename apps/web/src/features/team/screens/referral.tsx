// Inviting: my code and link, the link as a QR code, a poster to save or share, and who came by it.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Data } from '../../../lib/api/client.ts';
import { copy } from '../../../lib/copy.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { InfiniteList } from '../../../ui/lists.tsx';
import { Avatar, Tag } from '../../../ui/marks.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Row } from '../../../ui/row.tsx';
import { Empty, Failed, Skeleton, SkeletonRows } from '../../../ui/states.tsx';
import { referralsQuery } from '../api/team.ts';
import { PosterSheet } from '../components/poster-sheet.tsx';
import { TeamPage } from '../components/team-page.tsx';
import { maskedSn } from '../rates.ts';

export function Referral() {
  const { t } = useTranslation();
  const [poster, setPoster] = useState(false);
  const invited = useInfiniteQuery(referralsQuery());
  const first = invited.data?.pages[0];
  return (
    <TeamPage title={t('team.inviteTitle')} parent="/my">
      {invited.isError && first === undefined ? (
        <Failed onRetry={() => void invited.refetch()} busy={invited.isFetching} />
      ) : (
        <>
          <Card aria-busy={first === undefined}>
            <div className="invite">
              <p className="t-meta c2">{t('team.code')}</p>
              <p className="invite__code num">{first?.invite_code ?? <Skeleton width={160} height={32} />}</p>
              <div className="invite__qr">
                {first === undefined ? (
                  <Skeleton width={168} height={168} />
                ) : (
                  <QrCode text={first.qr_text} label={t('team.qr')} />
                )}
              </div>
              <p className="invite__link t-meta c2">{first?.invite_link ?? ''}</p>
              <div className="invite__buttons">
                <CopyButton text={first?.invite_code} label={t('team.copyCode')} />
                <CopyButton text={first?.invite_link} label={t('team.copyLink')} />
              </div>
              <Button tone="primary" size="l" block icon="send" disabled={!first} onClick={() => setPoster(true)}>
                {t('team.poster')}
              </Button>
              <p className="t-meta c3">{t('team.inviteRule')}</p>
            </div>
          </Card>
          <Section
            title={
              <>
                {t('team.invited')} <span className="num c3">{first?.total ?? ''}</span>
              </>
            }
          >
            <Card flush>
              <Invited
                pages={invited.data?.pages}
                hasMore={invited.hasNextPage}
                loading={invited.isFetchingNextPage}
                failed={invited.isFetchNextPageError}
                onMore={() => void invited.fetchNextPage()}
              />
            </Card>
          </Section>
        </>
      )}
      {first === undefined ? null : (
        <PosterSheet open={poster} onClose={() => setPoster(false)} code={first.invite_code} link={first.qr_text} />
      )}
    </TeamPage>
  );
}

function CopyButton({ label, text }: { readonly label: string; readonly text: string | undefined }) {
  const { t } = useTranslation();
  async function take() {
    const copied = await copy(text ?? '');
    showToast(copied ? 'success' : 'error', copied ? t('copied') : t('copyFailed'));
  }
  return (
    <Button tone="soft" icon="copy" disabled={text === undefined} onClick={() => void take()}>
      {label}
    </Button>
  );
}

interface InvitedProps {
  readonly pages: readonly Data<'userReferrals'>[] | undefined;
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly onMore: () => void;
}

function Invited({ failed, hasMore, loading, onMore, pages }: InvitedProps) {
  const { t } = useTranslation();
  if (pages === undefined) return <SkeletonRows count={3} label={t('ui.loading')} />;
  const list = pages.flatMap((page) => page.list);
  if (list.length === 0) return <Empty text={t('team.noneInvited')} />;
  return (
    <InfiniteList hasMore={hasMore} loading={loading} failed={failed} onMore={onMore}>
      <div className="list list--inset">
        {list.map((one) => (
          <Row
            key={one.sn}
            start={<Avatar code={one.avatar} />}
            title={
              <>
                {one.nickname_mask} <span className="num c3 t-meta">{maskedSn(one.sn)}</span>
              </>
            }
            meta={<span className="num">{new Date(one.registered_at).toLocaleDateString('sv')}</span>}
            end={
              <span className="hstack">
                <Tag {...(one.bound === 1 ? { kind: 'p' as const } : {})}>
                  {t(one.bound === 1 ? 'team.bound' : 'team.unbound')}
                </Tag>
                {one.active === 1 ? <Tag kind="p">{t('team.isActive')}</Tag> : null}
              </span>
            }
          />
        ))}
      </div>
    </InfiniteList>
  );
}
