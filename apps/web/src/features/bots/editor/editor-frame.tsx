// The frame of both editors: header with the way back and the help on the parameters, and the states before there is a
// form: skeleton, failure, nothing to trade.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { useBack } from '../../../lib/use-back.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Header } from '../../../ui/header.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { Empty, Failed, Skeleton } from '../../../ui/states.tsx';

export interface EditorFrameProps {
  readonly title: string;
  readonly type?: BotType;
  /** Where the sizes of the orders can be worked out. */
  readonly sizePath?: string | null;
  readonly failed?: ApiError | null;
  readonly onRetry?: () => void;
  readonly empty?: string;
  readonly emptyAction?: ReactNode;
  readonly children?: ReactNode;
}

export function EditorFrame({
  title,
  type,
  sizePath,
  failed,
  onRetry,
  empty,
  emptyAction,
  children,
}: EditorFrameProps) {
  const { t } = useTranslation();
  const back = useBack('/strategy');
  const [helping, setHelping] = useState(false);
  return (
    <main className="screen screen--action editor">
      <Header
        title={title}
        onBack={back}
        action={
          type ? (
            <>
              {sizePath ? (
                <Link className="iconbtn" to={sizePath} aria-label={t('size.title')} title={t('size.title')}>
                  <Icon name="calc" />
                </Link>
              ) : null}
              <IconButton icon="help" label={t('editor.help')} onClick={() => setHelping(true)} />
            </>
          ) : null
        }
      />
      {children ??
        (empty !== undefined ? (
          <div className="page">
            <Card>
              <Empty art="search" text={empty} action={emptyAction} />
            </Card>
          </div>
        ) : failed && onRetry ? (
          <div className="page">
            <Card>
              <Failed text={failed.message} onRetry={onRetry} />
            </Card>
          </div>
        ) : (
          <EditorSkeleton />
        ))}
      {type ? (
        <Sheet open={helping} onClose={() => setHelping(false)} title={t('editor.help')}>
          <dl className="editor__help">
            {type.fields.map((field) => (
              <div key={field.key}>
                <dt className="t-row">{field.label}</dt>
                <dd className="t-body c2">{field.help}</dd>
              </div>
            ))}
          </dl>
        </Sheet>
      ) : null}
    </main>
  );
}

/** The boxes of the form at their heights. */
function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="page editor__page" role="status" aria-label={t('editor.loading')}>
      <div className="editor__column">
        <Card tight>
          <Skeleton height={66} />
        </Card>
        <Card tight>
          <Skeleton height={44} />
        </Card>
        <Skeleton height={32} width="72%" />
        <Card>
          <div className="fields">
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} height={82} />
            ))}
          </div>
        </Card>
      </div>
      <div className="editor__column">
        <Card>
          <Skeleton width="40%" height={20} />
          <div className="editor__gap">
            <Skeleton height={232} />
          </div>
        </Card>
      </div>
    </div>
  );
}
