// Where a transaction can be looked at, on chains that the public can look at.
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';

export function ExplorerLink({ explorer, txid }: { readonly explorer: string; readonly txid: string }) {
  const { t } = useTranslation();
  if (explorer === '') return null;
  return (
    <a className="link link--p custody__link" href={`${explorer}${txid}`} target="_blank" rel="noreferrer">
      {t('custody.explorer')}
      <Icon name="ext" size="xs" />
    </a>
  );
}
