// The blocks that only an arbitrage shows, loaded when one is edited: no other editor pays for them.
import { lazy, Suspense } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import type { Form } from '../use-form.ts';

const loadWorst = () => import('./legs-worst.tsx');
const Preview = lazy(async () => ({ default: (await import('./legs-card.tsx')).LegsCard }));
const Worst = lazy(async () => ({ default: (await loadWorst()).LegsWorst }));
const WorstCard = lazy(async () => ({ default: (await loadWorst()).LegsWorstCard }));

interface BlockProps {
  readonly form: Form;
}

export function LegsCard({ form }: BlockProps) {
  return (
    <Suspense fallback={<Waiting height={320} />}>
      <Preview form={form} />
    </Suspense>
  );
}

export function LegsWorstCard({ form }: BlockProps) {
  return (
    <Suspense fallback={<Waiting height={180} />}>
      <WorstCard form={form} />
    </Suspense>
  );
}

export function LegsWorst({ form }: BlockProps) {
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <Worst form={form} />
    </Suspense>
  );
}

function Waiting({ height }: { height: number }) {
  return (
    <Card>
      <Skeleton height={height} />
    </Card>
  );
}
