// How a fee of 100 is shared between a member, me, and who stands above: the rule of differences as one bar.
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../ui/figures.ts';
import { splitOfHundred } from '../rates.ts';

export function ExampleBar({ own, member }: { readonly own: number; readonly member: number }) {
  const { t } = useTranslation();
  const parts = splitOfHundred(own, member);
  return (
    <div className="sharebox">
      <div className="sharebox__head">
        <span>{t('team.example')}</span>
        <span>{t('team.memberRate', { rate: member })}</span>
      </div>
      <div className="sharebar" aria-hidden="true">
        <i className="sharebar__member" style={{ flexGrow: parts.member }} />
        <i className="sharebar__own" style={{ flexGrow: parts.own }} />
        <i className="sharebar__rest" style={{ flexGrow: parts.rest }} />
      </div>
      <ul className="sharelegend">
        <li>
          <i className="sharebar__member" />
          {t('team.partMember')} <span className="num">{formatDecimal(String(parts.member), 2)}</span>
        </li>
        <li>
          <i className="sharebar__own" />
          {t('team.partOwn', { own, member })} <span className="num">{formatDecimal(String(parts.own), 2)}</span>
        </li>
        <li>
          <i className="sharebar__rest" />
          {t('team.partRest')}
        </li>
      </ul>
    </div>
  );
}
