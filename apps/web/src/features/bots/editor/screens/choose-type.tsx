// Which kind of bot: the categories of the server by market, each with one honest sentence, its risk and its least.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '../../../../lib/api/errors.ts';
import { botTypesQuery, exchangesQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useBack } from '../../../../lib/use-back.ts';
import { Card, Section } from '../../../../ui/card.tsx';
import { Header } from '../../../../ui/header.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { RiskDots } from '../../../../ui/marks.tsx';
import { Empty, Failed, SkeletonRows } from '../../../../ui/states.tsx';
import { iconOfType } from '../type-icons.ts';

const markets = ['spot', 'futures'] as const;

export function ChooseType() {
  const { t } = useTranslation();
  const back = useBack('/strategy');
  const language = useTheme((entry) => entry.language);
  const types = useQuery(botTypesQuery(language));
  const exchanges = useQuery(exchangesQuery());
  const exchange =
    exchanges.data?.exchanges.find(({ status, trade }) => status === 'on' && trade === 1)?.code ?? 'local';
  const list = types.data?.list.filter((type) => type.enabled === 1).toSorted((a, b) => a.sort - b.sort);
  return (
    <main className="screen">
      <Header title={t('editor.choose')} onBack={back} />
      <div className="page">
        <p className="t-meta c2">{t('editor.chooseIntro')}</p>
        {list === undefined ? (
          <Card flush>
            {types.error ? (
              <Failed
                text={(types.error as ApiError).message}
                busy={types.isFetching}
                onRetry={() => void types.refetch()}
              />
            ) : (
              <SkeletonRows count={3} label={t('ui.loading')} />
            )}
          </Card>
        ) : list.length === 0 ? (
          <Card>
            <Empty art="search" text={t('editor.noTypes')} />
          </Card>
        ) : (
          markets.map((market) => {
            const own = list.filter((type) => type.market === market);
            return own.length === 0 ? null : (
              <Section key={market} title={t(`editor.chooseGroup.${market}`)}>
                <p className="t-meta c3 editor__groupnote">{t(`editor.chooseNote.${market}`)}</p>
                <div className="editor__types">
                  {own.map((type) => (
                    <TypeCard key={type.id} type={type} exchange={exchange} />
                  ))}
                </div>
              </Section>
            );
          })
        )}
        <p className="riskline">{t('riskLine')}</p>
      </div>
    </main>
  );
}

function TypeCard({ type, exchange }: { type: BotType; exchange: string }) {
  const { t } = useTranslation();
  return (
    <Link className="card card--press editor__type" to={`/strategy/${type.editor}/${exchange}/${type.code}`}>
      <span className="family__icon">
        <Icon name={iconOfType[type.type]} />
      </span>
      <span className="row__body">
        <span className="between">
          <span className="t-row">{type.name}</span>
          <RiskDots level={type.risk} label={t('risk')} />
        </span>
        <span className="t-meta c2 editor__desc">{type.desc}</span>
        <span className="t-tag c3 num">{t('editor.minInvestment', { amount: type.min_investment })}</span>
      </span>
      <Icon name="right" size="xs" />
    </Link>
  );
}
