// One icon of the sprite. The sprite is a file of its own, so icons cost no script; the box is sized before it arrives.
import sprite from '../assets/icons.svg?url&no-inline';

export type IconName =
  | 'ai'
  | 'arb'
  | 'back'
  | 'batch'
  | 'bell'
  | 'bill'
  | 'buy'
  | 'calc'
  | 'check'
  | 'clock'
  | 'close'
  | 'code'
  | 'copy'
  | 'dca'
  | 'del'
  | 'deposit'
  | 'device'
  | 'down'
  | 'edit'
  | 'ext'
  | 'eye'
  | 'eye-off'
  | 'filter'
  | 'flask'
  | 'fuel'
  | 'gear'
  | 'globe'
  | 'grid'
  | 'help'
  | 'home'
  | 'horn'
  | 'info'
  | 'invite'
  | 'key'
  | 'ladder'
  | 'layers'
  | 'left'
  | 'lock'
  | 'log'
  | 'logout'
  | 'mail'
  | 'minus'
  | 'moon'
  | 'more'
  | 'offline'
  | 'pause'
  | 'percent'
  | 'pin'
  | 'play'
  | 'plus'
  | 'points'
  | 'rank'
  | 'refresh'
  | 'right'
  | 'scan'
  | 'search'
  | 'sell'
  | 'send'
  | 'shield'
  | 'sliders'
  | 'sort'
  | 'spot'
  | 'stop'
  | 'sun'
  | 'swap'
  | 'target'
  | 'team'
  | 'trash'
  | 'up'
  | 'user'
  | 'wallet'
  | 'warn'
  | 'withdraw';

export interface IconProps {
  readonly name: IconName;
  /** 22 in bars, 20 (m) in buttons, 16 (s) in notes, 14 (xs) for chevrons. */
  readonly size?: 'xs' | 's' | 'm' | 'l';
}

export function Icon({ name, size = 'l' }: IconProps) {
  return (
    <svg className={size === 'l' ? 'icon' : `icon icon--${size}`} aria-hidden="true">
      <use href={`${sprite}#i-${name}`} />
    </svg>
  );
}
