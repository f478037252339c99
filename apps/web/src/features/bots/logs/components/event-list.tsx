// The timeline: day headings, a round mark, what happened with its figures, the result, and why. A row opens its figures.
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { cx } from '../../../../ui/class-names.ts';
import { Profit } from '../../../../ui/figure.tsx';
import { formatTrimmed } from '../../../../ui/figures.ts';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { clockTime } from '../../../../ui/times.ts';
import type { Action } from '../api/actions.ts';
import { daysOf } from '../event-groups.ts';

const EventSheet = lazy(async () => ({ default: (await import('./event-sheet.tsx')).EventSheet }));

export interface EventListProps {
  readonly actions: readonly Action[];
  /** The market's present, by which a day is today. */
  readonly nowMs: number;
  /** Rows of several bots name theirs. */
  readonly named?: boolean;
}

export function EventList({ actions, nowMs, named = false }: EventListProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Action | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ol className="timeline">
        {daysOf(actions, nowMs).map(({ day, atMs, events }) => [
          <li key={`day-${atMs}`} className="event-day">
            {day ?? t('bots.logs.today')}
          </li>,
          ...events.map((action) => (
            <EventRow
              key={action.id}
              action={action}
              named={named}
              onOpen={() => {
                setShown(action);
                setOpen(true);
              }}
            />
          )),
        ])}
      </ol>
      <Suspense fallback={null}>
        <EventSheet
          action={shown}
          title={shown === null ? '' : eventTitle(shown, t)}
          open={open}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    </>
  );
}

interface EventRowProps {
  readonly action: Action;
  readonly named: boolean;
  readonly onOpen: () => void;
}

function EventRow({ action, named, onOpen }: EventRowProps) {
  const hidden = useTheme((entry) => entry.eye === 0);
  const { t } = useTranslation();
  const title = eventTitle(action, t);
  return (
    <li className="event">
      <EventMark action={action} />
      <div>
        <div className="event__title">
          <button type="button" className="event__open" onClick={onOpen}>
            {title}
          </button>
          {action.profit === undefined ? null : <Profit value={action.profit} hidden={hidden} />}
        </div>
        {named ? (
          <p className="event__bot">
            {action.bot_name} · {action.symbol}
          </p>
        ) : null}
        <p className="event__why">{action.msg}</p>
      </div>
      <time className="event__time" dateTime={new Date(action.created_at).toISOString()}>
        {clockTime(action.created_at)}
      </time>
    </li>
  );
}

/** An order in figures, anything else by its name. */
function eventTitle(action: Action, t: TFunction): string {
  const { side, price, qty } = action;
  if (action.action === 'failed' || side === undefined || price === undefined || qty === undefined)
    // What a bot tells of its way is neither a success nor a failure.
    return action.action === 'success' ? t('bots.logs.note') : action.action_name;
  return t(side === 'buy' ? 'bots.logs.bought' : 'bots.logs.sold', {
    qty: formatTrimmed(qty),
    price: formatTrimmed(price),
  });
}

const icons: Readonly<Partial<Record<Action['action'], readonly [IconName, tone: '' | 'p' | 'w']>>> = {
  create: ['plus', 'p'],
  start: ['play', 'p'],
  resume: ['play', 'p'],
  update: ['edit', 'p'],
  pause: ['pause', 'w'],
  failed: ['warn', 'w'],
  manual: ['warn', 'w'],
  close: ['withdraw', 'p'],
  manual_close: ['withdraw', 'p'],
  stop: ['stop', ''],
  delete: ['trash', ''],
};

function EventMark({ action }: { action: Action }) {
  const { t } = useTranslation();
  if (action.side !== undefined && action.action !== 'failed') {
    return (
      <span className={`event__icon event__icon--${action.side}`} aria-hidden="true">
        {t(action.side === 'buy' ? 'bots.logs.buyMark' : 'bots.logs.sellMark')}
      </span>
    );
  }
  const [icon, tone] = icons[action.action] ?? (['info', 'p'] as const);
  return (
    <span className={cx('event__icon', tone && `event__icon--${tone}`)} aria-hidden="true">
      <Icon name={icon} size="xs" />
    </span>
  );
}
