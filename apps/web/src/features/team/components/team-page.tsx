// The frame of every screen of a team.
import type { ReactNode } from 'react';
import { useBack } from '../../../lib/use-back.ts';
import { Header } from '../../../ui/header.tsx';

export interface TeamPageProps {
  readonly title: string;
  readonly parent: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function TeamPage({ title, parent, action, children }: TeamPageProps) {
  const back = useBack(parent);
  return (
    <main className="screen">
      <Header title={title} onBack={back} action={action} />
      <div className="page">{children}</div>
    </main>
  );
}
