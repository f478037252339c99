// The worst case before a start: the same block with the same words in the editor and in its confirmation.
import { useTranslation } from 'react-i18next';
import { formatPercent, formatUsdt } from '../../../../ui/figures.ts';
import { groupedNumber } from '../../../../ui/typed-number.ts';
import type { Plan } from '../assistant.ts';

export function WorstCase({ plan }: { plan: Plan | null }) {
  const { t } = useTranslation();
  const worst = plan?.money?.worst;
  if (worst === undefined) return null;
  const kind = worst.atStop ? 'stop' : 'lower';
  return (
    <div className="note--warn editor__worst">
      <div className="between">
        <span className="t-meta">{t(`editor.worst.${kind}`, { price: groupedNumber(worst.price) })}</span>
        <b className="num t-section">{`\u2212${formatUsdt(worst.loss)} USDT`}</b>
      </div>
      <p className="t-tag">{t(`editor.worst.${kind}Note`, { percent: formatPercent(worst.percent) })}</p>
    </div>
  );
}
