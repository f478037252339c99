// The help centre: what there is to read by category, found by the words of titles and summaries. Anybody may read it.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useBack } from '../../../lib/use-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Header } from '../../../ui/header.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuRow, Row } from '../../../ui/row.tsx';
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx';
import { helpListsQuery } from '../api/help.ts';
import { found, useSearch } from '../search.ts';

export function HelpList() {
  const { t } = useTranslation();
  const back = useBack('/my');
  const keyword = useSearch((search) => search.keyword);
  return (
    <main className="screen screen--wide">
      <Header title={t('help.title')} onBack={back} />
      <div className="page">
        <Field
          label={t('help.search')}
          name="keyword"
          type="search"
          autoComplete="off"
          placeholder={t('help.searchFor')}
          start={<Icon name="search" size="m" />}
          value={keyword}
          onValue={(value) => useSearch.setState({ keyword: value })}
        />
        <Articles keyword={keyword} />
        <Menu label={t('help.contact')}>
          <MenuRow icon="mail" title={t('help.contact')} to="/about/contact" />
        </Menu>
      </div>
    </main>
  );
}

function Articles({ keyword }: { keyword: string }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const { data, error, isFetching, refetch } = useQuery(helpListsQuery(language));
  if (data === undefined) {
    return (
      <Card flush={error === null}>
        {error ? (
          <Failed text={(error as ApiError).message} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonRows count={8} label={t('ui.loading')} />
        )}
      </Card>
    );
  }
  const categories = found(data.categories, keyword);
  if (categories.length === 0) {
    return (
      <Card>
        {keyword.trim() === '' ? (
          <Empty art="search" text={t('help.empty')} />
        ) : (
          <Empty
            art="search"
            text={t('help.nothingFound')}
            action={
              <Button tone="soft" onClick={() => useSearch.setState({ keyword: '' })}>
                {t('help.showAll')}
              </Button>
            }
          />
        )}
      </Card>
    );
  }
  return categories.map(({ code, name, list }) => (
    <Section key={code} title={name}>
      <Card flush>
        <div className="list list--inset help__list">
          {list.map(({ slug, summary, title }) => (
            <Row
              key={slug}
              title={title}
              meta={summary}
              end={<Icon name="right" size="xs" />}
              to={`/help/detail/${slug}`}
            />
          ))}
        </div>
      </Card>
    </Section>
  ));
}
