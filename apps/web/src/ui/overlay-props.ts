// What a sheet and a dialog are told.
import type { ReactNode } from 'react';
import type { IconName } from './icon.tsx';

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

export interface DialogAction {
  readonly label: string;
  readonly onPress: () => void;
  readonly tone?: 'plain' | 'primary' | 'danger';
  readonly busy?: boolean;
  readonly disabled?: boolean;
}

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly icon?: IconName;
  readonly tone?: 'primary' | 'danger' | 'warn';
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  readonly actions: readonly DialogAction[];
}
