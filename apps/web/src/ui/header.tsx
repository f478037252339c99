// The header of 48 px: a root title at the left of a tab page, or back, centred title and one action elsewhere.
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { useUiWords } from './words.tsx';

export interface HeaderProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly onBack?: () => void;
  readonly action?: ReactNode;
}

export function Header({ title, subtitle, onBack, action }: HeaderProps) {
  const words = useUiWords();
  return (
    <header className="header">
      <span className="header__side" style={{ justifyContent: 'flex-start' }}>
        {onBack ? <IconButton icon="left" label={words.back} onClick={onBack} /> : null}
      </span>
      <h1 className="header__title">
        {title}
        {subtitle ? <small>{subtitle}</small> : null}
      </h1>
      <span className="header__side">{action}</span>
    </header>
  );
}

export function RootHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="header header--root">
      <h1 className="header__title">{title}</h1>
      {children}
    </header>
  );
}
