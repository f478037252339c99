// At which exchange a new bot trades, where there is more than one. Choosing opens the same category there.
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Card } from '../../../../ui/card.tsx';
import { Chips } from '../../../../ui/choice.tsx';
import { Note } from '../../../../ui/marks.tsx';

export interface ExchangeChoiceProps {
  readonly exchanges: readonly Exchange[];
  readonly chosen: Exchange;
  /** As the address of the editor has them. */
  readonly code: string;
  readonly symbol: string;
}

export function ExchangeChoice({ chosen, code, exchanges, symbol }: ExchangeChoiceProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = exchanges.filter(({ trade }) => trade === 1);
  if (open.length < 2 && chosen.bound === 1) return null;
  const pick = (next: string) => {
    if (next !== chosen.code)
      void navigate(`/strategy/martin/${next}/${code}?symbol=${encodeURIComponent(symbol)}`, { replace: true });
  };
  return (
    <Card tight>
      <div className="stack">
        {open.length < 2 ? null : (
          <Chips
            label={t('keys.choose')}
            value={chosen.code}
            options={open.map((one) => ({ value: one.code, label: one.name }))}
            onChange={pick}
          />
        )}
        {chosen.bound === 1 ? null : (
          <Note tone="warn" action={{ label: t('keys.bind'), onPress: () => void navigate(`/bind/${chosen.code}`) }}>
            {t('keys.unbound', { name: chosen.name })}
          </Note>
        )}
      </div>
    </Card>
  );
}
