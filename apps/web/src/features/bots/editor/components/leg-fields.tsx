// Where the other legs of a bot trade: the coin that a triangle goes through, and the second exchange. Both are picked
// from what there is, and say plainly when there is nothing to pick, and where bots do not trade yet.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { exchangesQuery, symbolsQuery } from '../../../../lib/queries.ts';
import { Note } from '../../../../ui/marks.tsx';
import type { Form } from '../use-form.ts';
import { SelectField } from './select-field.tsx';

interface LegFieldProps {
  readonly field: Field;
  readonly form: Form;
}

export function ViaField({ field, form }: LegFieldProps) {
  const { t } = useTranslation();
  const { symbol } = form.view;
  const symbols = useQuery(symbolsQuery(symbol.exchange, 'spot')).data?.list;
  const value = form.values[field.key] ?? '';
  const coins = symbols?.find((one) => one.symbol === symbol.symbol)?.vias ?? [];
  const locked = form.isLocked(field.key);
  // What an older bot goes through stays readable although it is no longer listed; a new one takes what there is.
  const kept = value !== '' && (locked || symbols === undefined) && !coins.includes(value) ? [value] : [];
  const options = [...kept, ...coins];
  const isGone = value !== '' && symbols !== undefined && !options.includes(value);
  const anywhere = symbols?.some(({ vias }) => vias !== undefined) === true;
  const gone =
    coins.length > 0
      ? t('legs.via.gone', { coin: value })
      : t(anywhere ? 'legs.via.noneFor' : 'legs.via.nowhere', { coin: symbol.base });
  return (
    <SelectField
      name={field.key}
      label={field.label}
      options={options.map((coin) => ({ value: coin, label: coin }))}
      value={isGone ? '' : value}
      placeholder={t(options.length === 0 ? 'legs.via.none' : 'legs.exchangeB.choose')}
      error={isGone ? gone : form.errorOf(field.key)}
      locked={locked}
      onValue={(coin) => form.set(field.key, coin)}
    />
  );
}

export function OtherExchangeField({ field, form }: LegFieldProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const all = useQuery(exchangesQuery()).data?.exchanges ?? [];
  const others = all.filter(({ code, spot }) => code !== form.view.symbol.exchange && spot === 1);
  if (others.length === 0) return <Note tone="warn">{t('legs.exchangeB.none')}</Note>;
  const labelOf = ({ bound, name, trade }: Exchange): string => {
    if (trade === 0) return t('legs.exchangeB.notTrading', { exchange: name });
    return bound === 1 ? name : t('legs.exchangeB.notBound', { exchange: name });
  };
  const value = form.values[field.key] ?? '';
  const chosen = others.find(({ code }) => code === value);
  return (
    <>
      <SelectField
        name={field.key}
        label={field.label}
        options={others.map((other) => ({ value: other.code, label: labelOf(other) }))}
        value={value}
        placeholder={t('legs.exchangeB.choose')}
        error={form.errorOf(field.key)}
        locked={form.isLocked(field.key)}
        onValue={(code) => form.set(field.key, code)}
      />
      {chosen?.trade === 0 ? <Note tone="warn">{t('legs.exchangeB.noTrade', { exchange: chosen.name })}</Note> : null}
      {chosen?.trade === 1 && chosen.bound === 0 ? (
        <Note
          tone="warn"
          action={{ label: t('legs.exchangeB.bind'), onPress: () => void navigate(`/bind/${chosen.code}`) }}
        >
          {t('legs.exchangeB.unbound', { exchange: chosen.name })}
        </Note>
      ) : null}
    </>
  );
}
