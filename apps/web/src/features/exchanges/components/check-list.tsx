// What the try of a key found, check by check; while it is under way, that it is.
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/marks.tsx';
import { type CheckName, type CheckState, checkNames, stateOf } from '../checks.ts';

const icons = { passed: 'check', failed: 'close', waiting: 'minus' } as const;

export interface CheckListProps {
  readonly name: string;
  /** Null while the try is under way. */
  readonly failed: CheckName | null;
  readonly text?: string;
  /** The exchange's answer may mean something else, too. */
  readonly unsure?: boolean;
}

export function CheckList({ failed, name, text, unsure = false }: CheckListProps) {
  const { t } = useTranslation();
  return (
    <Card aria-busy={failed === null}>
      <CardHead title={t('keys.check.title')} />
      <ul className="keys__checks">
        {checkNames.map((check) => (
          <CheckRow
            key={check}
            label={t(`keys.check.${check}`, { name })}
            state={failed === null ? 'running' : stateOf(check, failed)}
          />
        ))}
      </ul>
      {text === undefined ? null : (
        <div className="mt-3">
          <Note tone="danger" live>
            {text}
            {unsure ? ` ${t('keys.unsure')}` : null}
          </Note>
        </div>
      )}
    </Card>
  );
}

function CheckRow({ label, state }: { label: string; state: CheckState }) {
  const { t } = useTranslation();
  return (
    <li className={`keys__check keys__check--${state}`}>
      {state === 'running' ? <span className="spinner" aria-hidden="true" /> : <Icon name={icons[state]} size="s" />}
      <span>{label}</span>
      <span className="visually-hidden">{t(`keys.check.${state}`)}</span>
    </li>
  );
}
