// The poster: one picture with my code, made on the device, to be saved or shared from there. No figures of income stand on it.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { canSharePicture, savePicture, sharePicture } from '../../../lib/pictures.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { drawPoster, POSTER, type PosterWords, pictureOf } from '../draw-poster.ts';

export interface PosterSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly code: string;
  readonly link: string;
}

export function PosterSheet({ code, link, onClose, open }: PosterSheetProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const name = `cormorant-${code}.png`;
  async function hand(share: boolean) {
    if (canvas.current === null) return;
    const picture = await pictureOf(canvas.current);
    if (share && canSharePicture(name, picture)) await sharePicture(name, picture);
    else {
      savePicture(name, picture);
      showToast('success', t('team.posterSaved'));
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('team.poster')}
      foot={
        <div className="invite__buttons">
          <Button tone="soft" size="l" onClick={() => void hand(false)}>
            {t('team.savePoster')}
          </Button>
          <Button tone="primary" size="l" icon="send" onClick={() => void hand(true)}>
            {t('team.sharePoster')}
          </Button>
        </div>
      }
    >
      <Drawing canvas={canvas} code={code} link={link} />
    </Sheet>
  );
}

function Drawing({
  canvas,
  code,
  link,
}: Pick<PosterSheetProps, 'code' | 'link'> & { canvas: React.RefObject<HTMLCanvasElement | null> }) {
  const { t } = useTranslation();
  useEffect(() => {
    const words: PosterWords = {
      name: 'Cormorant',
      slogan: t('team.slogan'),
      scan: t('team.scan'),
      code: `${t('team.code')} ${code}`,
      risk: t('riskLine'),
    };
    if (canvas.current !== null) drawPoster(canvas.current, link, words);
  }, [canvas, code, link, t]);
  return (
    <canvas
      ref={canvas}
      className="poster"
      width={POSTER.width}
      height={POSTER.height}
      role="img"
      aria-label={t('team.posterLabel', { code })}
    />
  );
}
