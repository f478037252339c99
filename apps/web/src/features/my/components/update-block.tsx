// The version that runs, the check for a newer one, and what it found: the place where an update is made.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { clientText } from '../../../lib/api/errors.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { useUpdate } from '../../../lib/stores/update.ts';
import { applyUpdate, checkForUpdate } from '../../../lib/update/check-updates.ts';
import { type UpdateInfo, updateLog } from '../../../lib/update/update-info.ts';
import { version } from '../../../lib/version.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/marks.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { MenuRow } from '../../../ui/row.tsx';

export function UpdateBlock() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const block = useRef<HTMLElement>(null);
  const { checking, available, error, info } = useUpdate();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (hash === '#update') block.current?.scrollIntoView({ block: 'center' });
  }, [hash]);
  const upToDate = asked && !available && error === null;
  return (
    <section ref={block} id="update" className="card card--flush menu" aria-label={t('settings.update.title')}>
      <div className="list list--inset">
        <MenuRow icon="layers" title={t('settings.update.title')} control={<span className="num c2">{version}</span>} />
        <MenuRow
          icon="refresh"
          title={t('settings.update.check')}
          value={
            <span role="status">
              {checking ? t('settings.update.checking') : upToDate ? t('settings.update.none') : null}
            </span>
          }
          onPress={() => void checkForUpdate(true).then(() => setAsked(true))}
        />
      </div>
      {error ? (
        <div className="px-4 pb-4">
          <Note tone="warn" live>
            {clientText(error)}
          </Note>
        </div>
      ) : null}
      {available && info ? <Offer info={info} /> : null}
    </section>
  );
}

function Offer({ info }: { info: UpdateInfo }) {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  return (
    <div className="offer">
      <h2 className="t-row">{t('settings.update.found', { version: info.version })}</h2>
      <Prose text={updateLog(info, language) || t('settings.update.noLog')} />
      <p className="t-meta c3">{t(info.force_update ? 'settings.update.forced' : 'settings.update.reloadHint')}</p>
      <Button tone="primary" block onClick={applyUpdate}>
        {t('settings.update.reload')}
      </Button>
    </div>
  );
}
