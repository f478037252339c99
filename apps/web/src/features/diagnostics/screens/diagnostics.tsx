// Diagnostics for support: where the app runs, what works and how fast, and the findings as text to copy. Open to anybody.
// A development build shows the kit below them.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copy } from '../../../lib/copy.ts';
import { useSession } from '../../../lib/stores/session.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHead } from '../../../ui/card.tsx';
import { KeyValues } from '../../../ui/figure.tsx';
import { Header } from '../../../ui/header.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { type CheckName, type Finding, find } from '../check.ts';
import { checks } from '../checks.ts';
import { reportOf } from '../report.ts';
import { surroundingNames, surroundings } from '../surroundings.ts';

// The condition is a constant of the build, so that the gallery is not even a file in production.
const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('../gallery/gallery.tsx')).Gallery }))
  : null;

type Findings = Readonly<Partial<Record<CheckName, Finding>>>;

function useFindings() {
  const [findings, setFindings] = useState<Findings>({});
  const round = useRef(0);
  const run = useCallback(() => {
    round.current += 1;
    const mine = round.current;
    setFindings({});
    for (const check of checks) {
      void find(check).then((finding) => {
        if (round.current === mine) setFindings((before) => ({ ...before, [check.name]: finding }));
      });
    }
  }, []);
  useEffect(() => {
    run();
    return () => {
      round.current += 1;
    };
  }, [run]);
  return { findings, run, done: checks.every(({ name }) => findings[name] !== undefined) };
}

export function Diagnostics() {
  const { t } = useTranslation();
  useTheme();
  const signedIn = useSession((session) => session.isAuthenticated);
  const back = useBack(signedIn ? '/setting' : '/login');
  const { findings, run, done } = useFindings();
  const around = surroundings();
  async function copyReport() {
    const rows = checks.map(({ name }) => ({ name, finding: findings[name] ?? null }));
    const copied = await copy(reportOf(around, rows, new Date()));
    showToast(copied ? 'success' : 'warning', t(copied ? 'copied' : 'copyFailed'));
  }
  return (
    <main className="screen">
      <Header title={t('diagnostics.title')} onBack={back} />
      <div className="page">
        <Card>
          <CardHead title={t('diagnostics.checks')} />
          <ul className="findings">
            {checks.map(({ name }) => (
              <FindingRow key={name} name={name} finding={findings[name]} />
            ))}
          </ul>
        </Card>
        <Card>
          <CardHead title={t('diagnostics.around')} />
          <KeyValues
            rows={surroundingNames.map((name) => ({ label: t(`diagnostics.${name}`), value: around[name] }))}
          />
        </Card>
        <div className="hstack twobuttons">
          <Button size="l" icon="refresh" disabled={!done} onClick={run}>
            {t('diagnostics.again')}
          </Button>
          <Button tone="primary" size="l" icon="copy" disabled={!done} onClick={() => void copyReport()}>
            {t('diagnostics.copy')}
          </Button>
        </div>
        <p className="riskline">{t('diagnostics.note')}</p>
        {Gallery ? (
          <Suspense fallback={<Skeleton height={320} />}>
            <Gallery />
          </Suspense>
        ) : null}
      </div>
    </main>
  );
}

const kinds = new Map([
  [true, ['check', 'ok', 'diagnostics.good']],
  [false, ['close', 'bad', 'diagnostics.bad']],
  [null, ['minus', 'none', 'diagnostics.none']],
] as const);

function FindingRow({ name, finding }: { name: CheckName; finding: Finding | undefined }) {
  const { t } = useTranslation();
  const kind = finding === undefined ? undefined : kinds.get(finding.ok);
  return (
    <li className="finding" data-check={name} data-kind={kind?.[1]}>
      <span className="finding__mark" role="img" aria-label={kind === undefined ? t('ui.loading') : t(kind[2])}>
        {kind === undefined ? <span className="spinner" /> : <Icon name={kind[0]} size="s" />}
      </span>
      <span className="row__body">
        <span className="block">{t(`diagnostics.check.${name}`)}</span>
        <span className="block t-meta c3 finding__detail">
          {finding === undefined ? <Skeleton width={120} height={12} /> : finding.detail || '--'}
        </span>
      </span>
      <span className="num t-meta c3">{finding === undefined ? '' : `${Math.round(finding.ms)} ms`}</span>
    </li>
  );
}
