// From the last deposits or withdrawals to all of them, which stand in the log of the balance.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../../ui/icon.tsx';

export function AllRecords({ kind }: { readonly kind: 'deposit' | 'withdraw' }) {
  const { t } = useTranslation();
  return (
    <Link className="link custody__link" to={`/my/asset/balance?kind=${kind}`}>
      {t('custody.allRecords')}
      <Icon name="right" size="xs" />
    </Link>
  );
}
