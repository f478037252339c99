// One card of the gallery, and a line of parts that wraps.
import type { ReactNode } from 'react';
import { Card, CardHead } from '../../../ui/card.tsx';

export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Card aria-label={name}>
      <CardHead title={name} />
      <div className="stack">{children}</div>
    </Card>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <div className="hstack flex-wrap">{children}</div>;
}
