// The frame of every screen of the account: the header with the way back to where one came from, and the column.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../../lib/use-back.ts';
import { Header } from '../../../ui/header.tsx';
import { Skeleton } from '../../../ui/states.tsx';

export function AccountPage({ title, parent, children }: { title: string; parent: string; children: ReactNode }) {
  const back = useBack(parent);
  return (
    <main className="screen account">
      <Header title={title} onBack={back} />
      <div className="page">{children}</div>
    </main>
  );
}

/** While nothing is known of the person. */
export function AccountLoading() {
  const { t } = useTranslation();
  return (
    <section className="card stack" role="status" aria-label={t('ui.loading')}>
      <Skeleton width="40%" />
      <Skeleton height={48} />
      <Skeleton width="62%" />
      <Skeleton height={48} />
    </section>
  );
}
