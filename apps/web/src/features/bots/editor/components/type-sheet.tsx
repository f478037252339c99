// Changes the category of a new bot; each has its own draft, so nothing typed is lost.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Icon } from '../../../../ui/icon.tsx';
import { Sheet } from '../../../../ui/overlays.tsx';
import { Row } from '../../../../ui/row.tsx';
import { iconOfType } from '../type-icons.ts';

export function TypeSheet({
  open,
  types,
  exchange,
  chosen,
  onClose,
}: {
  open: boolean;
  types: readonly BotType[];
  exchange: string;
  chosen: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Sheet open={open} onClose={onClose} title={t('editor.choose')}>
      <div className="list">
        {types
          .toSorted((a, b) => a.market.localeCompare(b.market) * -1 || a.sort - b.sort)
          .map((type) => (
            <Row
              key={type.id}
              start={
                <span className="family__icon">
                  <Icon name={iconOfType[type.type]} />
                </span>
              }
              title={type.name}
              meta={t('editor.minInvestment', { amount: type.min_investment })}
              end={type.code === chosen ? <Icon name="check" size="s" /> : undefined}
              onPress={() => {
                onClose();
                if (type.code !== chosen) void navigate(`/strategy/martin/${exchange}/${type.code}`, { replace: true });
              }}
            />
          ))}
      </div>
    </Sheet>
  );
}
