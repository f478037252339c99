// How charges are shared, in plain sentences; the example is the rule's own, never anybody's income.
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/overlays.tsx';

const lines = ['base', 'difference', 'self', 'rounding', 'lowering', 'never'] as const;

export function RulesSheet(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly cap: number | null;
}) {
  const { t } = useTranslation();
  const { cap, onClose, open } = props;
  return (
    <Sheet open={open} onClose={onClose} title={t('team.rules')}>
      <ul className="bullets stack">
        {lines.map((line) => (
          <li key={line}>{t(`team.rule.${line}`, { cap: cap ?? '--' })}</li>
        ))}
      </ul>
    </Sheet>
  );
}
